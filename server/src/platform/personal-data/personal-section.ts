import type { RawBuilder } from 'kysely';
import type { Queryable } from '../database/index.ts';

/** A file in the data copy of a user: its key in the media store and its name in the copy. */
export type PersonalFile = { readonly key: string; readonly name: string };

/** One section of the copy: a file of JSON lines, with optional files. */
export type PersonalSection = {
  /** Name of the section's file, such as `posts`. */
  readonly name: string;
  /** A sentence that describes the section to the user. */
  readonly about: string;
  /** Yields the rows of this user only, page by page, so that memory stays bounded. */
  readonly rows: (db: Queryable, userId: number) => AsyncIterable<object>;
  readonly files?: (db: Queryable, userId: number) => AsyncIterable<PersonalFile>;
};

/** Rows of one page. */
export const PERSONAL_PAGE = 500;

/** A row of a page with the cursor of the next page. */
type RowWithCursor = { readonly cursor: string | number };

/**
 * Creates a section that is read page by page. `page` queries up to `PERSONAL_PAGE` rows after `after`, ordered by
 * their `cursor`, which is not part of the copy. The first page starts after `start`, by default 0.
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
    const { rows } = (await page(after).execute(db)) as { rows: RowWithCursor[] };
    for (const { cursor, ...row } of rows) {
      yield row;
      after = cursor;
    }
    if (rows.length < PERSONAL_PAGE) return;
  }
}
