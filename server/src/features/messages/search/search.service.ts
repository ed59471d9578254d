import {
  findSpans,
  hasTerms,
  searchTermsOf,
  type MessageResult,
  type SearchAttachment,
} from '@adda/contract/search';
import type { Queryable } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { ConversationKinds, Viewer } from '../conversation-kinds.service.ts';
import type { MessageRef } from '../messages.types.ts';
import type { StoredMessage } from '../messages.types.ts';
import {
  findNewest,
  findNewestInRecent,
  findSender,
  readFound,
  type Found,
  type MessageSearch,
} from './find-messages.repository.ts';
import { lookedUpBy } from './message-words.codec.ts';

/** Messages read at a time where not every message with the words matches: phrases, and words longer than stored ones. */
const CANDIDATES = 100;
/** Conversations in which a single word is looked up first. */
const RECENT_CONVERSATIONS = 40;
/** Most rounds of candidates for one page; then it is shorter, and the next one continues. */
const ROUNDS = 20;

/** A search in messages (SR-01). Times are exclusive. */
export type MessageQuery = {
  readonly text: string;
  /** Only in these conversations; in all of the caller if undefined. */
  readonly conversationIds?: readonly number[] | undefined;
  /** Only messages of the user with this name. */
  readonly sender?: string | undefined;
  readonly has?: SearchAttachment | undefined;
  readonly before?: Date | undefined;
  readonly after?: Date | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

/** A page of results. */
export type MessageResults = { readonly results: readonly MessageResult[]; readonly next: string | null };

const NOTHING: MessageResults = { results: [], next: null };

type Match = {
  readonly message: StoredMessage & MessageRef;
  readonly highlights: MessageResult['highlights'];
};

/** Creates the search in the messages of a user's own conversations. */
export function createMessageSearch(db: Queryable, kinds: Pick<ConversationKinds, 'findPlaces'>) {
  /**
   * Returns a page, newest first. A user who left a conversation finds nothing in it, and a global administrator finds
   * nothing in rooms that they have not joined. Throws `invalid_parameters` for an unreadable cursor.
   */
  return async (viewer: Viewer, query: MessageQuery): Promise<MessageResults> => {
    const behind = query.cursor === undefined ? undefined : readCursor(query.cursor);
    if (query.cursor !== undefined && !behind) throw appError('invalid_parameters');
    const { sender, has, before, after, conversationIds } = query;
    const senderId = sender === undefined ? undefined : await findSender(db, sender);
    if (sender !== undefined && senderId === undefined) return NOTHING;
    const terms = searchTermsOf(query.text);
    const lookedUp = lookedUpBy({ terms, senderId, has });
    const isWordless = query.text.trim() !== '' && !hasTerms(terms);
    if (!lookedUp || isWordless || conversationIds?.length === 0) return NOTHING;
    const search: MessageSearch = {
      viewerId: viewer.userId,
      lookedUp,
      conversationIds,
      before,
      after,
      behind,
    };
    const matchOf = (message: StoredMessage & MessageRef): Match | undefined => {
      const highlights = findSpans(message.content, terms);
      return highlights && { message, highlights };
    };
    const size = terms.phrases.length > 0 ? CANDIDATES : query.limit + 1;
    const { matches, last } = await collect(db, search, { limit: query.limit, size, matchOf });
    const foundIn = new Set(matches.map(({ message }) => message.conversationId));
    const places = await kinds.findPlaces(db, viewer, [...foundIn]);
    const results = matches.flatMap(({ message, highlights }) => {
      const place = places.get(message.conversationId);
      return place ? [{ message: place.toWire(message), where: place.where, highlights }] : [];
    });
    return { results, next: last ? writeCursor(last) : null };
  };
}

type Collecting = {
  readonly limit: number;
  /** Candidates of one round. */
  readonly size: number;
  readonly matchOf: (message: StoredMessage & MessageRef) => Match | undefined;
};

/** Returns up to `limit` matches, and the position after which there may be more. */
async function collect(
  db: Queryable,
  search: MessageSearch,
  { limit, size, matchOf }: Collecting,
): Promise<{ readonly matches: readonly Match[]; readonly last: Found | undefined }> {
  const matches: Match[] = [];
  let { behind } = search;
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await findPage(db, { ...search, behind }, size);
    const messages = await readFound(db, search.viewerId, found);
    for (const message of messages) {
      const match = matchOf(message);
      if (!match) continue;
      if (matches.length === limit) return { matches, last: matches.at(-1)?.message };
      matches.push(match);
    }
    if (found.length < size) return { matches, last: undefined };
    behind = found.at(-1);
  }
  return { matches, last: behind };
}

/**
 * Returns the newest candidates. The newest of each conversation tell which conversations can have any of them, and from
 * what time on, so that only those are read further.
 */
async function findPage(db: Queryable, search: MessageSearch, limit: number): Promise<Found[]> {
  if (search.conversationIds?.length === 1) return findNewest(db, search, { each: limit, limit });
  const newest = await findNewestOfEach(db, search, limit);
  if (newest.length === 0) return [];
  const conversationIds = newest.map((found) => found.conversationId);
  const since = newest.length === limit ? newest.at(-1)?.createdAt : undefined;
  return findNewest(db, { ...search, conversationIds, since }, { each: limit, limit });
}

/**
 * Returns the newest candidate of each conversation. A frequent word is found in the conversations with the newest messages
 * alone; several words seldom are.
 */
async function findNewestOfEach(db: Queryable, search: MessageSearch, limit: number): Promise<Found[]> {
  const { others, beginning } = search.lookedUp;
  const isOneWord = others.length === 0 && beginning === undefined;
  const recent = isOneWord ? { ...search, recent: RECENT_CONVERSATIONS } : undefined;
  const amounts = { each: 1, limit };
  return (
    (recent && (await findNewestInRecent(db, recent, amounts))) ?? (await findNewest(db, search, amounts))
  );
}

const CURSOR = /^[0-9a-z]{1,9}\.[0-9a-z]{1,11}\.[0-9a-z]{1,11}$/;
/** The end of the year 9999: later times are not valid in SQL. */
const LATEST = 253_402_300_799_999;

/** Returns the opaque text of a cursor: time, conversation and sequence of the last result. It needs no URL escaping. */
const writeCursor = ({ createdAt, conversationId, sequence }: Found): string =>
  [createdAt, conversationId, sequence].map((number) => number.toString(36)).join('.');

/** Parses a cursor; undefined for any other text. */
function readCursor(text: string): Found | undefined {
  if (!CURSOR.test(text)) return undefined;
  const [createdAt = 0, conversationId = 0, sequence = 0] = text
    .split('.')
    .map((part) => Number.parseInt(part, 36));
  const isValid =
    createdAt < LATEST && Number.isSafeInteger(conversationId) && Number.isSafeInteger(sequence);
  return isValid ? { createdAt, conversationId, sequence } : undefined;
}
