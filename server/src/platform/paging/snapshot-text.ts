/**
 * A snapshot names the lowest transaction that was running, the next one to come, and those in between that were
 * running: `xmin:xmax:xip,xip,…`. Hundreds of long numbers would not fit into an address, so each is written as its
 * distance from the one before, and of very many only the youngest: an older one then counts as done.
 */
const RUNNING_MAX = 500;

/** Above all numbers of transactions that PostgreSQL gives out, and still exact. */
const HIGHEST = BigInt(Number.MAX_SAFE_INTEGER);
const SNAPSHOT = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;
const DISTANCES = /^[0-9a-z]{1,11}(?:\.[0-9a-z]{1,11})+$/;

/** Writes what `pg_current_snapshot()` said in letters, digits and points. */
export function textOfSnapshot(snapshot: string): string {
  const [, from = '0', to = '0', running = ''] = SNAPSHOT.exec(snapshot) ?? [];
  const ids = running === '' ? [] : running.split(',').map(BigInt);
  const youngest = ids.slice(-RUNNING_MAX);
  const lowest = ids.length > youngest.length ? (youngest[0] ?? 0n) : BigInt(from);
  const rising = [lowest, ...youngest, BigInt(to)];
  return rising.map((id, place) => (id - (rising[place - 1] ?? 0n)).toString(36)).join('.');
}

/** Reads it back as PostgreSQL takes it; undefined for a text that is none. */
export function snapshotOf(text: string): string | undefined {
  if (!DISTANCES.test(text)) return undefined;
  const distances = text.split('.').map((distance) => Number.parseInt(distance, 36));
  const ids: bigint[] = [];
  for (const [place, distance] of distances.entries()) {
    // The first of the running ones may be the lowest itself, and so may the next to come; others are above the last.
    if (distance === 0 && place !== 1) return undefined;
    if (!Number.isSafeInteger(distance)) return undefined;
    ids.push((ids.at(-1) ?? 0n) + BigInt(distance));
  }
  const to = ids.at(-1) ?? 0n;
  return to > HIGHEST ? undefined : `${ids[0]}:${to}:${ids.slice(1, -1).join(',')}`;
}
