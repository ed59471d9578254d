/** Loaded with its dictionaries when a user chooses a password. */
import { siteWordsOf } from '@adda/contract/accounts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs } from '@zxcvbn-ts/language-common';
import words from 'virtual:password-words';

/** Same as on the server: more substitutions find nothing new and may take seconds. */
const L33T_SUBSTITUTIONS = 4;

const zxcvbn = new ZxcvbnFactory({
  dictionary: words,
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: L33T_SUBSTITUTIONS,
});

/**
 * Scores from 0 to 4 how hard a password is to guess for an attacker who knows the `about` words and the site (ID-06). The
 * server has larger lists and may still reject a good score.
 */
export const scoreOf = (password: string, about: readonly string[]): number =>
  zxcvbn.check(password, [...about, ...siteWordsOf(location.hostname)]).score;
