import type { activityRoutes } from '@adda/contract/activity';
import type { ScenesOf } from './scene.fixture.ts';

/** The own activity, and reading up to an item of the owner. */
export const activityScenes: ScenesOf<typeof activityRoutes> = {
  'GET /activity': async ({ warning }, { role }) => {
    if (role === 'anonymous') await warning();
    return {
      query: { filter: 'moderation' },
      shows: ({ items }) => (items.length > 0 ? 'with the owner’s warning' : 'without the owner’s warning'),
    };
  },
  'POST /activity/read': async ({ warning, client, owner }) => {
    await warning();
    const { data } = await client('GET /activity', { query: { filter: 'moderation' } }, owner);
    return { body: { up_to: data.items[0]?.activity_id ?? '' } };
  },
};
