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
  /**
   * The ids on the first page, if that page may know more than the snapshot: a replica's (CL-05). These have to be left out where
   * later pages look for entries that moved since the snapshot.
   */
  readonly shown?: readonly number[] | undefined;
};

const VERSION = '2';
/** Before each id of the first page. */
const SHOWN = '_';
/** The end of the year 9999: later dates have more than one notation. */
const LATEST = 253_402_300_799_999;
const NUMBER = /^[0-9a-z]{1,11}$/;

/** Returns the opaque text of a cursor. It needs no URL escaping. */
export function writeCursor({ snapshot, startedAt, position, id, shown = [] }: ListCursor): string {
  const numbers = [startedAt.getTime(), position.getTime(), id].map((number) => number.toString(36));
  const text = [VERSION, ...numbers, textOfSnapshot(snapshot)].join('.');
  return [text, ...shown.map((each) => each.toString(36))].join(SHOWN);
}

/** Parses a cursor. Returns undefined for an invalid text and for a list that is too old or from the future. */
export function readCursor(given: string, now: Date): ListCursor | undefined {
  const [text = '', ...shownText] = given.split(SHOWN);
  const shown = shownText.flatMap((each) => numberOf(each) ?? []);
  if (shown.length < shownText.length) return undefined;
  const [version, startedText, positionText, idText, ...rest] = text.split('.');
  const [startedAt, position, id] = [startedText, positionText, idText].map(numberOf);
  const snapshot = snapshotOf(rest.join('.'));
  if (version !== VERSION || snapshot === undefined) return undefined;
  if (startedAt === undefined || position === undefined || id === undefined) return undefined;
  const age = now.getTime() - startedAt;
  if (age > LIST_MINUTES * 60_000 || age < -CLOCKS_DIFFER_MS || position > LATEST) return undefined;
  const times = { startedAt: new Date(startedAt), position: new Date(position) };
  return { snapshot, ...times, id, shown: shown.length > 0 ? shown : undefined };
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || !NUMBER.test(text)) return undefined;
  const number = Number.parseInt(text, 36);
  return Number.isSafeInteger(number) ? number : undefined;
}

/**
 * A snapshot contains the lowest running transaction, the next one to start, and the running ones in between:
 * `xmin:xmax:xip,xip,…`. Hundreds of long numbers don't fit into a URL, so each is written as the difference to the
 * one before. Only the youngest 500 are kept; older ones count as finished.
 */
const RUNNING_MAX = 500;

/** Above all transaction ids of PostgreSQL, and still exact as a number. */
const HIGHEST = BigInt(Number.MAX_SAFE_INTEGER);
const SNAPSHOT = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;
const DISTANCES = /^[0-9a-z]{1,11}(?:\.[0-9a-z]{1,11})+$/;

/** Encodes a value of `pg_current_snapshot()` in letters, digits and dots. */
function textOfSnapshot(snapshot: string): string {
  const [, from = '0', to = '0', running = ''] = SNAPSHOT.exec(snapshot) ?? [];
  const ids = running === '' ? [] : running.split(',').map(BigInt);
  const youngest = ids.slice(-RUNNING_MAX);
  const lowest = ids.length > youngest.length ? (youngest[0] ?? 0n) : BigInt(from);
  const rising = [lowest, ...youngest, BigInt(to)];
  return rising.map((id, place) => (id - (rising[place - 1] ?? 0n)).toString(36)).join('.');
}

/** Decodes it to the format of PostgreSQL. Returns undefined for an invalid text. */
function snapshotOf(text: string): string | undefined {
  if (!DISTANCES.test(text)) return undefined;
  const distances = text.split('.').map((distance) => Number.parseInt(distance, 36));
  const ids: bigint[] = [];
  for (const [place, distance] of distances.entries()) {
    // The first running transaction may equal the lowest, and so may the next to start; the others are strictly
    // increasing.
    if (distance === 0 && place !== 1) return undefined;
    if (!Number.isSafeInteger(distance)) return undefined;
    ids.push((ids.at(-1) ?? 0n) + BigInt(distance));
  }
  const to = ids.at(-1) ?? 0n;
  return to > HIGHEST ? undefined : `${ids[0]}:${to}:${ids.slice(1, -1).join(',')}`;
}
