import { snapshotOf, textOfSnapshot } from './snapshot-text.ts';

/** Minutes after the first page in which a list can be continued. Past positions are kept longer than that. */
export const LIST_MINUTES = 15;

/** Tolerance for clock differences between nodes and the database. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Where a list continues: the database snapshot and time of its first page, and the last returned entry, by its
 * position at that time and its id.
 */
export type ListCursor = {
  /** The value of `pg_current_snapshot()`. */
  readonly snapshot: string;
  readonly startedAt: Date;
  readonly position: Date;
  readonly id: number;
};

const VERSION = '2';
/** The end of the year 9999: later dates have more than one notation. */
const LATEST = 253_402_300_799_999;
const NUMBER = /^[0-9a-z]{1,11}$/;

/** Returns the opaque text of a cursor. It needs no URL escaping. */
export function writeCursor({ snapshot, startedAt, position, id }: ListCursor): string {
  const numbers = [startedAt.getTime(), position.getTime(), id].map((number) => number.toString(36));
  return [VERSION, ...numbers, textOfSnapshot(snapshot)].join('.');
}

/** Parses a cursor. Returns undefined for an invalid text and for a list that is too old or from the future. */
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
