/**
 * Blocks (RP-10 to RP-24) and follows (FE-54 to FE-59) between users. The list of blocked users is loaded lazily:
 * `blocked-users-panel.tsx`.
 */
export { BlockPerson } from './block-person.tsx';
export { followState, followsChangedAt, cacheFollow } from './follow.queries.ts';
export { blockCheck, noteBlock } from './relations.queries.ts';
export { useBlockCheck, useBlockedNames } from './use-block-check.ts';
export { useBlock } from './use-block.tsx';
export { useFollow } from './use-follow.tsx';
