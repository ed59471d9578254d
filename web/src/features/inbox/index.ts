/** Everything that the user talks in, rooms and private chats in one list (HM-01). */
export { inboxKey } from './inbox.queries.ts';
export { followInbox } from './live-inbox.ts';
