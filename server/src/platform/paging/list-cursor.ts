import { snapshotOf, textOfSnapshot } from './snapshot-text.ts';

/** How long after its first page a list can be read on; where people stood is known for longer than that. */
export const LIST_MINUTES = 15;

/** A list may have begun so much later than it is here: clocks of nodes and of the database differ. */
const CLOCKS_DIFFER_MS = 60_000;

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

const VERSION = '2';
/** The end of the year 9999: what is later can be written in more ways than one. */
const LATEST = 253_402_300_799_999;
const NUMBER = /^[0-9a-z]{1,11}$/;

/** The opaque text of a cursor; it needs no escaping in an address. */
export function writeCursor({ snapshot, startedAt, position, id }: ListCursor): string {
  const numbers = [startedAt.getTime(), position.getTime(), id].map((number) => number.toString(36));
  return [VERSION, ...numbers, textOfSnapshot(snapshot)].join('.');
}

/** Reads a cursor; undefined for a text that is none, and for one of a list that began too long ago or not yet. */
export function readCursor(text: string, now: Date): ListCursor | undefined {
  const [version, startedText, positionText, idText, ...rest] = text.split('.');
  const [startedAt, position, id] = [startedText, positionText, idText].map(numberOf);
  const snapshot = snapshotOf(rest.join('.'));
  if (version !== VERSION || snapshot === undefined) return undefined;
  if (startedAt === undefined || position === undefined || id === undefined) return undefined;
  const age = now.getTime() - startedAt;
  if (age > LIST_MINUTES * 60_000 || age < -CLOCKS_DIFFER_MS || position > LATEST) return undefined;
  return { snapshot, startedAt: new Date(startedAt), position: new Date(position), id };
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || !NUMBER.test(text)) return undefined;
  const number = Number.parseInt(text, 36);
  return Number.isSafeInteger(number) ? number : undefined;
}
