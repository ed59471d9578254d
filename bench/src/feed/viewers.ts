import type { ViewerKind } from './feed.types.ts';

/** Number of senders, the same in both servers. */
export const SENDERS = 10_000;

/** Kinds of viewers. The first is typical; the others are the hard cases. */
export const viewers: readonly ViewerKind[] = [
  { what: '500 follows, 200 blocks', follows: 500, blocks: 200 },
  { what: 'follows nobody', follows: 0, blocks: 0 },
  { what: '50 follows', follows: 50, blocks: 0 },
  { what: '5,000 follows', follows: 5000, blocks: 0 },
  { what: 'follows everybody', follows: SENDERS, blocks: 0 },
  { what: 'blocked with 5,000', follows: 0, blocks: 5000 },
];
