import * as z from 'zod/mini';

/** How long after its first page a list can be read on; where people stood is known for longer than that. */
export const LIST_MINUTES = 15;

/**
 * Where a list goes on: the snapshot of the database at its first page, when that was, and the last entry that was
 * given, by its position at that time and its id.
 */
export type ListCursor = {
  /** What `pg_current_snapshot()` said. */
  readonly snapshot: string;
  readonly startedAt: Date;
  readonly position: Date;
  readonly id: number;
};

const VERSION = 1;
const time = z.int().check(z.nonnegative(), z.maximum(8.64e15));
const stored = z.tuple([z.literal(VERSION), z.string(), time, time, z.int().check(z.nonnegative())]);

/** The opaque text of a cursor. */
export function writeCursor({ snapshot, startedAt, position, id }: ListCursor): string {
  const parts = [VERSION, snapshot, startedAt.getTime(), position.getTime(), id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Reads a cursor; undefined for a text that is none, and for one of a list that began too long ago. */
export function readCursor(text: string, now: Date): ListCursor | undefined {
  const read = stored.safeParse(parsed(text));
  if (!read.success) return undefined;
  const [, snapshot, startedAt, position, id] = read.data;
  const age = now.getTime() - startedAt;
  if (!isSnapshot(snapshot) || age > LIST_MINUTES * 60_000) return undefined;
  return { snapshot, startedAt: new Date(startedAt), position: new Date(position), id };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Whether PostgreSQL can read it: `xmin:xmax:` and what is between them in rising order. */
function isSnapshot(text: string): boolean {
  const [, from, to, running] = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return false;
  const ids = [from, ...(running ? running.split(',') : []), to].map(BigInt);
  return BigInt(from) > 0n && ids.every((_, place) => place === 0 || isRising(ids, place));
}

/** The first of the running ones may be the lowest itself; otherwise each is above the one before. */
function isRising(ids: readonly bigint[], place: number): boolean {
  const [before = 0n, id = 0n] = [ids[place - 1], ids[place]];
  const mayBeEqual = place === 1;
  return mayBeEqual ? id >= before : id > before;
}
