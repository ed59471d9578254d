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
export function textOfSnapshot(snapshot: string): string {
  const [, from = '0', to = '0', running = ''] = SNAPSHOT.exec(snapshot) ?? [];
  const ids = running === '' ? [] : running.split(',').map(BigInt);
  const youngest = ids.slice(-RUNNING_MAX);
  const lowest = ids.length > youngest.length ? (youngest[0] ?? 0n) : BigInt(from);
  const rising = [lowest, ...youngest, BigInt(to)];
  return rising.map((id, place) => (id - (rising[place - 1] ?? 0n)).toString(36)).join('.');
}

/** Decodes it to the format of PostgreSQL. Returns undefined for an invalid text. */
export function snapshotOf(text: string): string | undefined {
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
