/** One emoji as Unicode recommends it for interchange, skin tones and flags included. */
const EMOJI = /^\p{RGI_Emoji}$/v;

/** A character that is shown as text unless U+FE0F follows. */
const TEXT_BY_DEFAULT = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\uFE0F|\p{Emoji_Modifier})/gv;

/** Returns the fully qualified form of a single emoji; undefined for any other text (RX-01). */
export function emojiOf(text: string): string | undefined {
  if (EMOJI.test(text)) return text;
  const qualified = text
    .replaceAll('\uFE0F', '')
    .replace(TEXT_BY_DEFAULT, (character) => `${character}\uFE0F`);
  return EMOJI.test(qualified) ? qualified : undefined;
}
