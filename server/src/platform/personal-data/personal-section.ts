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
