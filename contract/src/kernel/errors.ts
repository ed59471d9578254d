/**
 * An error that a client may receive: its HTTP status and text. `{name}` placeholders are filled from the error's details.
 * `code`: the code that clients receive, where it has another status in another situation.
 */
export type ErrorEntry = { readonly status: number; readonly detail: string; readonly code?: string };

/** Declares a table of error codes; the keys become part of the union `ErrorCode`. */
export function defineErrors<const T extends Record<string, ErrorEntry>>(entries: T): T {
  return entries;
}

/** Values of the `{name}` placeholders of a text. */
export type TextValues = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * Returns the text with its `{name}` placeholders replaced; a placeholder without a value is kept, so that the mistake is
 * visible.
 */
export function fillText(text: string, values: TextValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}

/** Body of an HTTP error response. Validation errors (422) carry a list, all others one sentence. */
export type ErrorBody = {
  readonly detail: string | readonly FieldError[];
  readonly code: string;
  /** Seconds; on 429 only, equal to the Retry-After header. */
  readonly retry_after?: number;
  /** When the caller may try again, in ISO 8601; on `timed_out` only (GR-03). */
  readonly until?: string;
  /** The room that the caller is already a member of; on `already_a_member` by an invitation only (GR-02). */
  readonly group_id?: string;
  /** What finishes the login, and how; on `second_factor_needed` only (ID-02). */
  readonly challenge?: string;
  readonly methods?: readonly string[];
};

/** One refused field: `loc` is its path, such as `['body', 'username']`. */
export type FieldError = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
};
