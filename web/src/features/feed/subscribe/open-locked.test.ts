import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../../../test/answering-server.ts';
import { cachedPost } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';
import { mediaIdOf, postOf } from '../post.fixture.ts';
import { openLocked } from './open-locked.ts';

const locked = { is_locked: true, can_view: false };

it('SU-06: cached locked posts of the creator are reloaded; other posts and all positions stay', async () => {
  const asked: string[] = [];
  const server = await startTestServer(({ path }) => {
    asked.push(path);
    return { body: postOf(1, { is_locked: true, can_view: true, media_url: '/media/file/1' }) };
  });
  onTestFinished(() => server.close());
  location.href = `${server.url}/`;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const posts = [postOf(1, locked), postOf(2), postOf(3, { ...locked, sender_username: 'kabir' })];
  client.setQueryData(postKeys.feed(), { pages: [{ posts, next: undefined }], pageParams: [{ skip: 0 }] });
  await openLocked(client, 'riya');
  expect(asked).toEqual([`/feed/post/${mediaIdOf(1)}`]);
  expect(cachedPost(client, mediaIdOf(1))).toMatchObject({ can_view: true, media_url: '/media/file/1' });
  expect(cachedPost(client, mediaIdOf(3))).toMatchObject({ can_view: false });
});
