/** Blocks between people (RP-10 to RP-24) and following (FE-54 to FE-59). The list of those blocked comes lazily: `blocked-users-panel.tsx`. */
export { BlockPerson } from './block-person.tsx';
export { followState, holdFollow } from './follow.queries.ts';
export { blockCheck, noteBlock } from './relations.queries.ts';
export { useBlockCheck, useBlockedNames } from './use-block-check.ts';
export { useBlock } from './use-block.tsx';
export { useFollow } from './use-follow.tsx';
