import * as z from 'zod/mini';
import { directoryUser } from '../directory/directory.routes.ts';
import { post } from '../feed/feed.schemas.ts';
import { defineRoutes } from '../kernel/route.ts';
import { group } from '../rooms/rooms.schemas.ts';
import * as s from './search.schemas.ts';

/** Finding messages, people, rooms, posts and hashtags. */
export const searchRoutes = defineRoutes({
  'GET /search/messages': {
    summary: 'Messages of the caller’s own conversations that match a text, newest first (SR-01).',
    access: 'session',
    rate: 'read',
    query: s.searchMessagesQuery,
    output: z.object({ results: z.array(s.messageResult), next_cursor: z.nullable(z.string()) }),
    errors: ['invalid_parameters'],
  },
  'GET /search': {
    summary: 'Five of each that match a text best: people, rooms, posts, hashtags and messages (SR-02).',
    access: 'session',
    rate: 'read',
    query: s.searchQuery,
    output: z.object({
      people: z.array(directoryUser),
      rooms: z.array(group),
      posts: z.array(post),
      hashtags: z.array(s.hashtagResult),
      messages: z.array(s.messageResult),
    }),
    errors: [],
  },
});
