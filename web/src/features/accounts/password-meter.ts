/** Comes with its dictionaries when somebody chooses a password. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs } from '@zxcvbn-ts/language-common';
import words from 'virtual:password-words';

/** As the server judges: more substitutions find nothing else and may take seconds. */
const L33T_SUBSTITUTIONS = 4;

const judge = new ZxcvbnFactory({
  dictionary: words,
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: L33T_SUBSTITUTIONS,
});

/**
 * How hard a password is to guess for who knows these words about its person: 0 to 4 (ID-06). The server knows more words
 * and may still refuse what looks good here.
 */
export const scoreOf = (password: string, about: readonly string[]): number =>
  judge.check(password, [...about]).score;
