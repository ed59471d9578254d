/** Digits and signs used in place of a letter. `1` can mean two letters and is handled separately. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
const LOOK_ALIKE = /[03457@$]/g;
const LETTER = /\p{L}/u;

/** Maximum number of groups of ones that are expanded independently, to limit the number of spellings. */
const INDEPENDENT_ONES_MAX = 3;

/**
 * Returns the possible spellings of a folded word: itself, and with look-alike signs replaced by letters. A number
 * without letters is returned as it is.
 */
export function spellingsOf(word: string): readonly string[] {
  if (!LETTER.test(word)) return [word];
  const spelled = word.replace(LOOK_ALIKE, (sign) => LOOK_ALIKES[sign] ?? sign);
  const read = expandOnes(spelled);
  return read.includes(word) ? read : [word, ...read];
}

/** Returns the spellings of a listed word to search for. All ones are read the same way. */
export function listedSpellingsOf(word: string): readonly string[] {
  if (!LETTER.test(word)) return [word];
  const spelled = word.replace(LOOK_ALIKE, (sign) => LOOK_ALIKES[sign] ?? sign);
  return [...new Set([spelled.replaceAll('1', 'i'), spelled.replaceAll('1', 'l'), word])];
}

function expandOnes(word: string): readonly string[] {
  const groups = word.match(/1+/g)?.length ?? 0;
  if (groups === 0) return [word];
  if (groups > INDEPENDENT_ONES_MAX) return [word.replaceAll('1', 'i'), word.replaceAll('1', 'l')];
  return Array.from({ length: 2 ** groups }, (_, choice) => {
    let group = -1;
    return word.replace(/1+/g, (ones) => {
      group += 1;
      return ((choice >> group) % 2 === 0 ? 'i' : 'l').repeat(ones.length);
    });
  });
}

/** A word without repeated letters, and the length of each run: 1, 2, or 3 for longer. */
export type Shape = { readonly skeleton: string; readonly counts: string };

/** Returns the shape of a spelling. */
export function shapeOf(spelling: string): Shape {
  let [skeleton, counts, last, count] = ['', '', '', 0];
  for (const letter of spelling) {
    if (letter === last) {
      count += 1;
      continue;
    }
    if (count > 0) counts += Math.min(count, 3);
    skeleton += letter;
    [last, count] = [letter, 1];
  }
  return { skeleton, counts: counts + Math.min(count, 3) };
}

/**
 * Returns whether a written word matches a listed one with the same skeleton. Runs of three or more match any length;
 * runs of one and two match exactly, so that “good” is not “god”.
 */
export function matchesCounts(written: string, listed: string): boolean {
  for (let at = 0; at < listed.length; at += 1) {
    if (written[at] !== '3' && written[at] !== listed[at]) return false;
  }
  return true;
}
