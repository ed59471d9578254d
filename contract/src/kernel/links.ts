import { addressesIn } from './addresses.ts';
import { formattedSpans, type Span } from './formatting.ts';

/** In code addresses are no links, and a card would tell what is hidden until pressed. */
const WITHOUT_LINKS: readonly string[] = ['code', 'fence', 'hidden'];

const linksOf = (span: Span): string[] => {
  if (typeof span === 'string') return addressesIn(span).map(({ href }) => href);
  return WITHOUT_LINKS.includes(span.kind) ? [] : span.children.flatMap(linksOf);
};

/** Returns the URLs of the links in a text, in their order, without those in code and in hidden text (FT-01, FT-05). */
export const linksIn = (text: string): string[] =>
  text.includes('://') ? formattedSpans(text).flatMap(linksOf) : [];
