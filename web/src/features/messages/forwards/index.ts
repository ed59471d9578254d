/** Choosing a room or a chat, and what the page of what was shared puts into its input (PN-01); loaded with that page. */
export { sharedDrafts } from '../composer/pictures/shared-drafts.ts';
export { placeKey, type OfferedPlace } from './forward-places.queries.ts';
export { PlaceLabel, PlaceList } from './place-list.tsx';
