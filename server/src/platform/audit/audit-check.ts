import { createHash } from 'node:crypto';
import type { Queryable } from '../database/index.ts';
import * as stored from './audit-chain.repository.ts';
import type { ChainLink } from './audit-chain.repository.ts';

/** Entries that are read at a time: other queries take their turn in between. */
const BATCH = 1000;

/** What a check of the audit says; `head` is the hash of the newest entry that was checked, null where there is none. */
type AuditReport = {
  readonly ok: boolean;
  readonly entries: number;
  readonly head: string | null;
  /** The first thing that does not fit, as a sentence. */
  readonly problem: string | null;
};

type End = { readonly position: number; readonly hash: string };
const START: End = { position: 0, hash: '' };

/** Goes over the chain as far as it reaches now and proves each link by the one before. */
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
 * Verifies the hash chain of the audit: finds entries that were changed, removed, put in or moved. A tail that was cut
 * off together with the head kept in the database is found against `knownHead`, a head that an earlier check printed.
 * Runs beside a working server, in batches; what is committed meanwhile may be checked too.
 * `onBatch` hears how many were checked so far.
 */
export async function checkAudit(
  db: Queryable,
  knownHead?: string,
  onBatch: (entries: number) => void = () => undefined,
): Promise<AuditReport> {
  // Before and after the walk, which reaches no less far than the one and no further than the other.
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

/** What the links alone do not show; `before` is the head as it was before they were walked over. */
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
