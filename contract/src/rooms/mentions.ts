import { displayedName } from '../accounts/names.ts';
import { USERNAME_MAX } from '../accounts/accounts.limits.ts';

/** `@` and a name; some keyboards type the sign in full width. It is no mention behind a character of a name. */
const MENTION = /(?<![A-Za-z0-9._-])[@＠]([A-Za-z0-9._-]+)/gu;

/** Punctuation that can be the end of a name or follow it. */
const PUNCTUATION_AT_END = /[._-]$/u;

/** An `@name` in a text: the user whom it names, and its offsets, from the sign (`start`) to after the name (`end`). */
export type MentionPlace = { readonly start: number; readonly end: number; readonly username: string };

/**
 * Returns the names that follow an `@` in a text, in lower case. For a name that ends with punctuation the shorter names are
 * included: `esha.` and `esha`, because the longer one may not be a member (MN-01).
 */
export function namesAfterAt(content: string): string[] {
  return [...new Set([...content.matchAll(MENTION)].flatMap((found) => readingsOf(found[1] ?? '')))];
}

/**
 * Returns the places where a text names one of these users, in the order of the text. A name is their username or, for a
 * guest, their displayed name; a username takes precedence over a displayed name, as for whispers.
 */
export function mentionPlaces(content: string, usernames: readonly string[]): MentionPlace[] {
  const byName = new Map([
    ...usernames.map((username) => [displayedName(username), username] as const),
    ...usernames.map((username) => [username, username] as const),
  ]);
  return [...content.matchAll(MENTION)].flatMap((found) => {
    const name = readingsOf(found[1] ?? '').find((reading) => byName.has(reading));
    const username = name === undefined ? undefined : byName.get(name);
    if (name === undefined || username === undefined) return [];
    return [{ start: found.index, end: found.index + 1 + name.length, username }];
  });
}

/**
 * Returns the names that a typed name may stand for, the longest first: the name in lower case, then the same with one more
 * character of punctuation removed from its end each time.
 */
function readingsOf(typed: string): string[] {
  const readings = [];
  let name = typed.toLowerCase();
  while (name !== '') {
    if (name.length <= USERNAME_MAX) readings.push(name);
    if (!PUNCTUATION_AT_END.test(name)) break;
    name = name.slice(0, -1);
  }
  return readings;
}
