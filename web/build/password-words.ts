import { dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import type { Plugin } from 'vite';

/** How the app imports the lists. */
const MODULE = 'virtual:password-words';
/** Vite's mark of a module that no file holds. */
const RESOLVED = `\0${MODULE}`;

/** Each list begins with what is used most; the server judges with all of it, a phone with this many of each. */
const PASSWORDS_SHOWN = 8000;
const WORDS_SHOWN = 2000;

/** Passwords and words that people choose most, the most frequent first: 60 kB instead of 850 when compressed. */
const shortLists = (): Record<string, string[]> => {
  const lists = Object.entries<readonly (string | number)[]>({ ...common, ...english });
  return Object.fromEntries(
    lists
      .filter(([name]) => !name.startsWith('diceware'))
      .map(([name, words]) => [
        name,
        words.slice(0, name.startsWith('passwords') ? PASSWORDS_SHOWN : WORDS_SHOWN).map(String),
      ]),
  );
};

/** The dictionaries of the password meter (ID-06), cut to what a phone can fetch while somebody types. */
export function passwordWords(): Plugin {
  return {
    name: 'adda:password-words',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export default ${JSON.stringify(shortLists())};` : undefined),
  };
}
