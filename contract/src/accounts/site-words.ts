/** The name of the product, which makes a password easier to guess (ID-06). */
const PRODUCT = 'adda';

/** Shorter words say nothing about the site. */
const WORD_MIN = 3;

/**
 * Returns the words by which people know a site: the product's name, the labels of its host apart from the last one, such as `com`,
 * and the words of the operator's name, alone and together (ID-06).
 */
export function siteWordsOf(host: string, operator = ''): string[] {
  const labels = host.toLowerCase().split('.');
  const words = operator.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const all = [PRODUCT, ...(labels.length > 1 ? labels.slice(0, -1) : labels), ...words, words.join('')];
  return [...new Set(all)].filter((word) => word.length >= WORD_MIN);
}
