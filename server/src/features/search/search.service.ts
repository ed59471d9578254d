import { SEARCH_EACH, SEARCH_PAGE, type SearchMessagesQuery } from '@adda/contract/search';
import type { Actor } from '../../platform/http/handler.ts';
import type { Direct } from '../direct/index.ts';
import type { Directory } from '../directory/index.ts';
import type { Feed } from '../feed/index.ts';
import type { Messages } from '../messages/index.ts';
import type { Rooms } from '../rooms/index.ts';

/** The features that are searched. */
export type Searched = {
  readonly messages: Pick<Messages, 'search'>;
  readonly directory: Pick<Directory, 'find'>;
  readonly rooms: Pick<Rooms, 'find' | 'findConversation'>;
  readonly direct: Pick<Direct, 'findConversation'>;
  readonly feed: Pick<Feed, 'find' | 'findHashtags'>;
};

/** The queries of the search. */
export type Search = ReturnType<typeof createSearchService>;

/** Creates the queries. */
export function createSearchService({ messages, directory, rooms, direct, feed }: Searched) {
  /** Returns the conversations that a search is limited to; undefined for all of the caller's. */
  async function conversationsOf(
    { userId }: Actor,
    { group_id: groupId, recipient }: Pick<SearchMessagesQuery, 'group_id' | 'recipient'>,
  ): Promise<number[] | undefined> {
    if (groupId === undefined && recipient === undefined) return undefined;
    const found =
      groupId === undefined
        ? await direct.findConversation(userId, nameOf(recipient ?? ''))
        : await rooms.findConversation(groupId, userId);
    return found === undefined ? [] : [found];
  }

  return {
    /** Returns a page of messages (SR-01). Throws `invalid_parameters` for an unreadable cursor. */
    async findMessages(actor: Actor, query: SearchMessagesQuery) {
      const { q, has, from, before, after, cursor } = query;
      const { results, next } = await messages.search(actor, {
        text: q,
        conversationIds: await conversationsOf(actor, query),
        sender: from === undefined ? undefined : nameOf(from),
        has,
        before: before === undefined ? undefined : new Date(before),
        after: after === undefined ? undefined : new Date(after),
        cursor: cursor || undefined,
        limit: SEARCH_PAGE,
      });
      return { results: [...results], next_cursor: next };
    },

    /** Returns the best matches of each kind; none for an empty text (SR-02). */
    async findAll(actor: Actor, text: string) {
      if (text.trim() === '') return { people: [], rooms: [], posts: [], hashtags: [], messages: [] };
      const [people, groups, posts, hashtags, { results }] = await Promise.all([
        directory.find(actor, text, SEARCH_EACH),
        rooms.find(actor, text, SEARCH_EACH),
        feed.find(actor.userId, text, SEARCH_EACH),
        feed.findHashtags(actor.userId, text, SEARCH_EACH),
        messages.search(actor, { text, limit: SEARCH_EACH }),
      ]);
      return { people, rooms: groups, posts, hashtags, messages: [...results] };
    },
  };
}

/** Returns a username as it is stored. */
const nameOf = (given: string): string => given.trim().toLowerCase();
