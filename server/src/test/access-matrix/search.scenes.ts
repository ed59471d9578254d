import type { searchRoutes } from '@adda/contract/search';
import type { ScenesOf } from './scene.fixture.ts';

/** Searches for the words of the owner in a room. */
export const searchScenes: ScenesOf<typeof searchRoutes> = {
  'GET /search/messages': async ({ room, sendInRoom, owner }) => {
    await sendInRoom(await room(), owner, 'Where is the pomegranate?');
    return {
      query: { q: 'pomegranate' },
      shows: ({ results }) => (results.length > 0 ? 'with the owner’s words' : 'without the owner’s words'),
    };
  },
  'GET /search': async ({ owner }) => ({
    query: { q: owner.username },
    shows: ({ people }) =>
      people.some(({ username }) => username === owner.username) ? 'with the owner' : 'without the owner',
  }),
};
