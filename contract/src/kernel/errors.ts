/** One failure that a client may see: its HTTP status and its text. `{name}` marks are filled from the error's details. */
export type ErrorEntry = { readonly status: number; readonly detail: string };

/** Declares a table of error codes; the keys become part of the closed type `ErrorCode`. */
export function defineErrors<const T extends Record<string, ErrorEntry>>(entries: T): T {
  return entries;
}

/** Values for the `{name}` marks of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Fills the `{name}` marks of a text; a mark without a value stays as it is, so that a mistake is seen. */
export function fillText(text: string, values: TextValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}

/** What an HTTP error answer holds. Validation (422) carries a list, everything else one sentence. */
export type ErrorBody = {
  readonly detail: string | readonly FieldError[];
  readonly code: string;
  /** Seconds; on 429 only, the same as the Retry-After header. */
  readonly retry_after?: number;
};

/** One refused field: `loc` is its path, such as `['body', 'username']`. */
export type FieldError = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
};
