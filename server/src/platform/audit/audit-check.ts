import { createHash } from 'node:crypto';
import type { Queryable } from '../database/index.ts';
import * as stored from './audit-chain.repository.ts';
import type { ChainLink } from './audit-chain.repository.ts';

/** Entries per batch. Other queries run between batches. */
const BATCH = 1000;

/** The result of an audit check. `head` is the hash of the newest checked entry, null when there is none. */
type AuditReport = {
  readonly ok: boolean;
  readonly entries: number;
  readonly head: string | null;
  /** The first inconsistency, as a sentence. */
  readonly problem: string | null;
};

type End = { readonly position: number; readonly hash: string };
const START: End = { position: 0, hash: '' };

/** Follows the chain to its current end and verifies each link against the one before. */
async function walk(db: Queryable, knownHead: string | undefined, onBatch: (entries: number) => void) {
  let end = START;
  let isHeadKnown = knownHead === undefined;
  for (;;) {
    const links = await stored.listLinks(db, end.position, BATCH);
    for (const link of links) {
      const problem = problemOf(link, end);
      if (problem !== undefined) return { end, isHeadKnown, problem };
      end = link;
      isHeadKnown ||= link.hash === knownHead;
    }
    if (links.length < BATCH) return { end, isHeadKnown, problem: undefined };
    onBatch(end.position);
  }
}

function problemOf(link: ChainLink, before: End): string | undefined {
  if (link.position !== before.position + 1)
    return `The chain has nothing at place ${before.position + 1}: entries were removed.`;
  if (link.text === null) return `Entry ${link.entry_id} at place ${link.position} is gone.`;
  const hash = createHash('sha256')
    .update(before.hash + link.text)
    .digest('hex');
  if (hash !== link.hash)
    return `Entry ${link.entry_id} at place ${link.position} does not fit: it was changed, moved or put in.`;
  return undefined;
}

/**
 * Verifies the hash chain of the audit: finds entries that were changed, removed, inserted or moved. A tail that was
 * cut off together with the stored head is only found with `knownHead`, a head that an earlier check printed. Runs in
 * batches next to a working server; entries committed meanwhile may be included. `onBatch` receives the number of
 * entries checked so far.
 */
export async function checkAudit(
  db: Queryable,
  knownHead?: string,
  onBatch: (entries: number) => void = () => undefined,
): Promise<AuditReport> {
  // Read before and after the walk, whose end lies between the two.
  const before = await stored.readHead(db);
  const { end, isHeadKnown, problem } = await walk(db, knownHead, onBatch);
  const report = { entries: end.position, head: end.hash === '' ? null : end.hash };
  const found = problem ?? (await problemAround(db, before, end));
  if (found !== undefined) return { ok: false, ...report, problem: found };
  if (!isHeadKnown)
    return {
      ok: false,
      ...report,
      problem: 'The head that you know is not in the chain: entries were removed.',
    };
  return { ok: true, ...report, problem: null };
}

/** Finds inconsistencies that the links alone don't show. `before` is the head as it was before the walk. */
async function problemAround(db: Queryable, before: End | undefined, end: End): Promise<string | undefined> {
  const after = await stored.readHead(db);
  if (!before || !after) return 'The head of the chain is gone.';
  if (end.position < before.position)
    return `The chain ends at place ${end.position} of ${before.position}: entries were removed.`;
  if (end.position > after.position)
    return `The chain goes on after its head at place ${after.position}: entries were put in.`;
  const isHead = [before, after].some(({ position }) => position === end.position);
  if (isHead && ![before.hash, after.hash].includes(end.hash))
    return 'The head of the chain is not that of its newest entry.';
  const unchained = await stored.findUnchained(db);
  return unchained === undefined ? undefined : `Entry ${unchained} is not in the chain: it was put in.`;
}
