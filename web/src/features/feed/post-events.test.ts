import type { Post } from '@adda/contract/feed';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer, type TestResponse } from '../../test/answering-server.ts';
import { cachedPost, removePost } from './post-cache.ts';
import { applyPostEvent } from './post-events.ts';
import { postKeys } from './post-keys.ts';
import { mediaIdOf, photoOf, postOf } from './post.fixture.ts';

const CREATOR = 'riya';

/** A client that has posts 1 to 3 in the feed and in a user's media, with a fake server. */
async function holding(answer: () => TestResponse = () => ({ status: 404, body: {} })) {
  const server = await startTestServer(answer);
  onTestFinished(() => server.close());
  location.href = `${server.url}/`;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const posts: Post[] = [postOf(1), postOf(2), postOf(3)];
  client.setQueryData(postKeys.feed(), { pages: [{ posts, next: undefined }], pageParams: [{ skip: 0 }] });
  client.setQueryData(postKeys.media(CREATOR), {
    pages: [{ media: posts, total_count: 3 }],
    pageParams: [''],
  });
  return { client, server };
}

const feedIds = (client: QueryClient) =>
  client
    .getQueryData<{ pages: { posts: Post[] }[] }>(postKeys.feed())
    ?.pages.flatMap((page) => page.posts.map((post) => post.media_id));
const mediaPage = (client: QueryClient) =>
  client.getQueryData<{ pages: { media: Post[]; total_count: number }[] }>(postKeys.media(CREATOR))?.pages[0];

describe('events of posts', () => {
  it('media_reactions: updates the counts in every list; a repeated event changes nothing', async () => {
    const { client } = await holding();
    const reactions = { media_id: mediaIdOf(2), like_count: 5, comment_count: 2, share_count: 1 };
    applyPostEvent(client, 'media_reactions', reactions);
    expect(cachedPost(client, mediaIdOf(2))).toMatchObject(reactions);
    expect(mediaPage(client)?.media[1]).toMatchObject(reactions);
    const before = client.getQueryData(postKeys.feed());
    applyPostEvent(client, 'media_reactions', reactions);
    expect(client.getQueryData(postKeys.feed())).toEqual(before);
  });

  it('media_deleted: removes the post from every list and decreases the count', async () => {
    const { client } = await holding();
    applyPostEvent(client, 'media_deleted', { media_id: mediaIdOf(2), creator: CREATOR });
    applyPostEvent(client, 'media_deleted', { media_id: mediaIdOf(2), creator: CREATOR });
    expect(feedIds(client)).toEqual([mediaIdOf(1), mediaIdOf(3)]);
    expect(mediaPage(client)?.total_count).toBe(2);
  });

  it.each(['media_updated', 'media_preview_ready'] as const)(
    'FE-11, R-15: %s: the post is reloaded, with signed links for the viewer',
    async (event) => {
      const { client, server } = await holding(() => ({ body: photoOf(2) }));
      const payload = {
        media_updated: { media: postOf(2, { caption: 'of the event' }) },
        media_preview_ready: { media_id: mediaIdOf(2), creator: CREATOR, preview_url: null },
      };
      applyPostEvent(client, event, payload[event]);
      await vi.waitFor(() => expect(cachedPost(client, mediaIdOf(2))?.media_url).toBe('/media/file/2?sig=1'));
      expect(server.seen.map(({ path }) => path)).toEqual([`/feed/post/${mediaIdOf(2)}`]);
    },
  );

  it('media_updated: a post that the viewer may no longer see is removed', async () => {
    const { client } = await holding();
    applyPostEvent(client, 'media_updated', { media: postOf(2) });
    await vi.waitFor(() => expect(feedIds(client)).toEqual([mediaIdOf(1), mediaIdOf(3)]));
  });

  it('an event about a post that is not in the cache causes no request', async () => {
    const { client, server } = await holding();
    applyPostEvent(client, 'media_updated', { media: postOf(9) });
    applyPostEvent(client, 'media_preview_ready', {
      media_id: mediaIdOf(9),
      creator: CREATOR,
      preview_url: null,
    });
    applyPostEvent(client, 'plan_created', {
      plan: {
        plan_id: 'plan_1',
        name: '',
        amount: 1,
        validity_days: 1,
        description: null,
        creator: CREATOR,
        created_at: '',
      },
    });
    expect(server.seen).toEqual([]);
    expect(feedIds(client)).toHaveLength(3);
  });

  it('media_uploaded: polls the feed for new posts', async () => {
    const { client } = await holding();
    client.setQueryData(postKeys.fresh, { posts: [], next: undefined });
    applyPostEvent(client, 'media_uploaded', { media: postOf(9) });
    expect(client.getQueryState(postKeys.fresh)?.isInvalidated).toBe(true);
    expect(feedIds(client)).toHaveLength(3);
  });

  it('profile_updated: updates name and picture on the posts', async () => {
    const { client } = await holding();
    const now = {
      username: CREATOR,
      display_name: 'Riya Sen',
      bio: null,
      links: [],
      profile_image_url: '/p',
    };
    applyPostEvent(client, 'profile_updated', now);
    expect(cachedPost(client, mediaIdOf(3))).toMatchObject({
      sender_display_name: 'Riya Sen',
      sender_avatar: '/p',
    });
  });
});

describe('a removed post', () => {
  it('returns to its index on rollback, and later additions are kept', async () => {
    const { client } = await holding();
    const rollback = removePost(client, mediaIdOf(2));
    expect(feedIds(client)).toEqual([mediaIdOf(1), mediaIdOf(3)]);
    removePost(client, mediaIdOf(3));
    rollback();
    rollback();
    expect(feedIds(client)).toEqual([mediaIdOf(1), mediaIdOf(2)]);
    expect(mediaPage(client)?.total_count).toBe(2);
  });
});
