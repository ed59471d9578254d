/** Signs that stand for a letter; 1 stands for two, and is judged apart. */
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

/** More groups of ones than this are read alike, so that a word of ones has not a thousand spellings. */
const ONES_JUDGED_APART = 3;

/**
 * What a folded word may stand for: itself, and with letters for the signs that look like them. A number without any
 * letter is a number.
 */
export function spellingsOf(word: string): readonly string[] {
  if (!LETTER.test(word)) return [word];
  const spelled = word.replace(LOOK_ALIKE, (sign) => LOOK_ALIKES[sign] ?? sign);
  const read = onesReadIn(spelled);
  return read.includes(word) ? read : [word, ...read];
}

/** The spellings of a listed word that are looked for: ones of one reading at a time. */
export function listedSpellingsOf(word: string): readonly string[] {
  if (!LETTER.test(word)) return [word];
  const spelled = word.replace(LOOK_ALIKE, (sign) => LOOK_ALIKES[sign] ?? sign);
  return [...new Set([spelled.replaceAll('1', 'i'), spelled.replaceAll('1', 'l'), word])];
}

function onesReadIn(word: string): readonly string[] {
  const groups = word.match(/1+/g)?.length ?? 0;
  if (groups === 0) return [word];
  if (groups > ONES_JUDGED_APART) return [word.replaceAll('1', 'i'), word.replaceAll('1', 'l')];
  return Array.from({ length: 2 ** groups }, (_, choice) => {
    let group = -1;
    return word.replace(/1+/g, (ones) => {
      group += 1;
      return ((choice >> group) % 2 === 0 ? 'i' : 'l').repeat(ones.length);
    });
  });
}

/** A word without its repeats, and how often each letter stands in a row: 1, 2, or 3 for more. */
export type Shape = { readonly skeleton: string; readonly counts: string };

/** The shape of a spelling. */
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
 * Whether a written word may be a listed one of the same skeleton: three or more of a letter stand for any number, one
 * and two for themselves, so that “good” is not “god”.
 */
export function isWrittenAs(written: string, listed: string): boolean {
  for (let at = 0; at < listed.length; at += 1) {
    if (written[at] !== '3' && written[at] !== listed[at]) return false;
  }
  return true;
}
