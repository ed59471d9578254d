/** Blocks between people (RP-10 to RP-24). The list of those blocked comes lazily: `blocked-users-panel.tsx`. */
export { blockCheck } from './relations.queries.ts';
export { useBlock } from './use-block.tsx';
