import type { RawBuilder } from 'kysely';
import type { Queryable } from '../database/index.ts';
import type { PersonalSection } from './personal-section.ts';

/** Rows of one page. */
export const PERSONAL_PAGE = 500;

/** A row of a page, and where the next page goes on. */
type Placed = { readonly cursor: string | number };

/**
 * A section that is read page by page: `page` is a query for the rows behind `after`, at most `PERSONAL_PAGE`, in the order
 * of their `cursor`, which is left out of the copy. The first page is behind `start`, the number 0 unless told.
 */
export function sectionOf(
  { name, about, start = 0 }: { name: string; about: string; start?: string | number },
  page: (userId: number, after: string | number) => RawBuilder<object>,
): PersonalSection {
  return { name, about, rows: (db, userId) => rowsOf(db, (after) => page(userId, after), start) };
}

async function* rowsOf(
  db: Queryable,
  page: (after: string | number) => RawBuilder<object>,
  start: string | number,
): AsyncGenerator<object> {
  let after = start;
  for (;;) {
    // Every query of a section selects its cursor.
    const { rows } = (await page(after).execute(db)) as { rows: Placed[] };
    for (const { cursor, ...row } of rows) {
      yield row;
      after = cursor;
    }
    if (rows.length < PERSONAL_PAGE) return;
  }
}
