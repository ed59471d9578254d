import * as z from 'zod/mini';
import { catch as insteadOf } from 'zod/mini';
import { privateMessage } from '../direct/direct.schemas.ts';
import { CURSOR_MAX } from '../kernel/paging.ts';
import { groupMessage } from '../rooms/group-messages.schemas.ts';
import { SEARCH_TEXT_MAX } from './search.limits.ts';

const searchText = z._default(z.string().check(z.maxLength(SEARCH_TEXT_MAX)), '');

/** An empty value of the query counts as absent. */
const withoutEmpty = z.pipe(
  z.optional(z.string().check(z.maxLength(CURSOR_MAX))),
  z.transform((text) => text || undefined),
);

const name = z.pipe(withoutEmpty, z.optional(z.string()));
const time = z.pipe(withoutEmpty, z.optional(z.iso.datetime({ offset: true })));

/** Which attachment a message must have. */
const attachment = z.enum(['image', 'voice', 'video', 'link']);

/** Query of a search in messages (SR-01). Unknown rooms and users find nothing. */
export const searchMessagesQuery = z
  .object({
    q: searchText,
    group_id: name,
    recipient: name,
    from: name,
    has: z.pipe(withoutEmpty, z.optional(attachment)),
    /** Both exclusive. */
    before: time,
    after: time,
    /** The `next_cursor` of the previous page; for an unreadable one the route returns `invalid_parameters`. */
    cursor: z.optional(insteadOf(z.string().check(z.maxLength(CURSOR_MAX)), '?')),
  })
  .check(
    z.refine(({ group_id: groupId, recipient }) => groupId === undefined || recipient === undefined, {
      path: ['recipient'],
      error: 'Give either group_id or recipient.',
    }),
    z.refine(({ q, from, has }) => q.trim() !== '' || from !== undefined || has !== undefined, {
      path: ['q'],
      error: 'Give q, from or has.',
    }),
  );

/** Query of the search over everything (SR-02). */
export const searchQuery = z.object({ q: searchText });

/** Where a message is: a room, or the private chat with a user. */
const searchPlace = z.union([
  z.object({ group_id: z.string(), name: z.string() }),
  z.object({ username: z.string() }),
]);

/** A message as in its history, with the parts of `content` that match, in UTF-16 offsets, the ends exclusive (SR-01). */
export const messageResult = z.object({
  message: z.union([groupMessage, privateMessage]),
  where: searchPlace,
  highlights: z.array(z.tuple([z.int(), z.int()])),
});

/** A hashtag with the number of posts that the caller may find with it (SR-02). */
export const hashtagResult = z.object({ tag: z.string(), posts: z.int() });

export type SearchMessagesQuery = z.output<typeof searchMessagesQuery>;
export type SearchAttachment = z.output<typeof attachment>;
export type MessageResult = z.output<typeof messageResult>;
export type HashtagResult = z.output<typeof hashtagResult>;
