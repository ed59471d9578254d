import { dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import type { Plugin } from 'vite';

/** Module id under which the app imports the lists. */
const MODULE = 'virtual:password-words';
/** Its id in a build, by Vite's convention for a virtual module. */
export const PASSWORD_WORDS = `\0${MODULE}`;

/**
 * Entries kept per list. Lists are sorted by frequency; the server checks passwords against the complete
 * lists.
 */
const PASSWORDS_KEPT = 8000;
const WORDS_KEPT = 2000;

/** The most common passwords and words, most frequent first: 60 kB compressed instead of 850. */
const shortLists = (): Record<string, string[]> => {
  const lists = Object.entries<readonly (string | number)[]>({ ...common, ...english });
  return Object.fromEntries(
    lists
      .filter(([name]) => !name.startsWith('diceware'))
      .map(([name, words]) => [
        name,
        words.slice(0, name.startsWith('passwords') ? PASSWORDS_KEPT : WORDS_KEPT).map(String),
      ]),
  );
};

/**
 * Provides the dictionaries of the password meter (ID-06), cut to a size that a phone can fetch while the
 * user types.
 */
export function passwordWords(): Plugin {
  return {
    name: 'adda:password-words',
    resolveId: (id) => (id === MODULE ? PASSWORD_WORDS : undefined),
    load: (id) => (id === PASSWORD_WORDS ? `export default ${JSON.stringify(shortLists())};` : undefined),
  };
}
