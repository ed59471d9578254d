import { wordsIn, type SearchAttachment, type SearchTerms } from '@adda/contract/search';

/** The fields of a message by which it is found. */
export type FindableMessage = {
  readonly senderId: number | null;
  readonly content: string;
  readonly imageId?: string | null | undefined;
  readonly audioId?: string | null | undefined;
  readonly youtubeUrl?: string | null | undefined;
};

/** Longer words are stored and looked up by this many UTF-16 units at their beginning. */
const STORED_UNITS = 32;

const LINK = /\bhttps?:\/\/\S|\bwww\.\S/i;

/** What each value of the filter `has` requires (SR-01). */
const ATTACHMENTS: Readonly<Record<SearchAttachment, (message: FindableMessage) => boolean>> = {
  image: ({ imageId }) => (imageId ?? null) !== null,
  voice: ({ audioId }) => (audioId ?? null) !== null,
  video: ({ youtubeUrl }) => (youtubeUrl ?? null) !== null,
  link: ({ content }) => LINK.test(content),
};

const isAttachment = (name: string): name is SearchAttachment => Object.hasOwn(ATTACHMENTS, name);

/** Words of filters start with a character that no word of a text has. */
const senderWord = (senderId: number): string => `@${senderId.toString(36)}`;
const attachmentWord = (has: SearchAttachment): string => `#${has}`;

const stored = (word: string): string => word.slice(0, STORED_UNITS).toWellFormed();

/**
 * Returns the words by which a message is found: those of its text, its sender and the kinds of its attachments. None for a
 * message without a sender: notices are not found.
 */
export function searchWordsOf(message: FindableMessage): string[] {
  const { senderId, content } = message;
  if (senderId === null) return [];
  const attachments = Object.keys(ATTACHMENTS).filter(isAttachment);
  return [
    ...new Set(wordsIn(content).map(({ text }) => stored(text))),
    senderWord(senderId),
    ...attachments.filter((has) => ATTACHMENTS[has](message)).map(attachmentWord),
  ];
}

/** The words that a search looks up; `first` occurs in every match and is expected to be the rarest. */
export type LookedUp = {
  readonly first: { readonly word: string; readonly isBeginning: boolean };
  /** Other words that must occur. */
  readonly others: readonly string[];
  /** A word must begin with it, besides. */
  readonly beginning: string | undefined;
};

/** A search in messages, without the places and times. */
export type MessageFilters = {
  readonly terms: SearchTerms;
  readonly senderId: number | undefined;
  readonly has: SearchAttachment | undefined;
};

/** From this length a beginning is expected to be rarer than a sender or a kind of attachment. */
const RARE_BEGINNING = 3;

/** Returns the words to look up; undefined if a search asks for nothing. Longer words are expected to be rarer. */
export function lookedUpBy({ terms, senderId, has }: MessageFilters): LookedUp | undefined {
  const words = [...new Set(terms.words.map(stored))].toSorted((one, other) => other.length - one.length);
  const filters = [
    ...(has === undefined ? [] : [attachmentWord(has)]),
    ...(senderId === undefined ? [] : [senderWord(senderId)]),
  ];
  const beginning = terms.beginning === undefined ? undefined : stored(terms.beginning);
  const startsWithBeginning =
    words.length === 0 &&
    beginning !== undefined &&
    (filters.length === 0 || beginning.length >= RARE_BEGINNING);
  if (startsWithBeginning)
    return { first: { word: beginning, isBeginning: true }, others: filters, beginning: undefined };
  const [word, ...others] = [...words, ...filters];
  return word === undefined ? undefined : { first: { word, isBeginning: false }, others, beginning };
}
