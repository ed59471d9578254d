import type { Queryable } from '../database/index.ts';

/** A file of a person that goes into their copy: where its bytes are in the media store, and its name in the copy. */
export type PersonalFile = { readonly key: string; readonly name: string };

/** One part of the copy: a file of JSON lines, and files beside it. */
export type PersonalSection = {
  /** Name of its file, such as `posts`. */
  readonly name: string;
  /** What it tells, in a sentence, for the person who reads the copy. */
  readonly about: string;
  /** Everything of this person and of nobody else, piece by piece, so that memory stays bounded. */
  readonly rows: (db: Queryable, userId: number) => AsyncIterable<object>;
  readonly files?: (db: Queryable, userId: number) => AsyncIterable<PersonalFile>;
};
