import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { card, postServer, queryOf, showCard } from '../feed-page.fixture.tsx';
import { postOf } from '../post.fixture.ts';

const LIKES = 'GET /media/likes';
const likerOf = (n: number) => ({ username: `fan${n}`, display_name: `Fan ${n}`, avatar: null });
const liked = postOf(1, { like_count: 32, liked_by: ['fan1', 'fan2'] });

it('FE-13, FE-14: the row of likes opens the full list, page by page', async () => {
  const page = await showCard(
    liked,
    postServer({
      [LIKES]: (path) =>
        queryOf(path).skip === '0'
          ? { body: { likes: Array.from({ length: 30 }, (_, n) => likerOf(n + 1)) } }
          : // Repeats the last user of the previous page: a like was added in between.
            { body: { likes: [likerOf(30), likerOf(31)] } },
    }),
  );
  const post = await card(liked.sender_display_name);
  await page.person.click(post.getByRole('button', { name: 'Liked by fan1, fan2 and 30 others' }));
  const list = within(await screen.findByRole('list', { name: 'Likes' }));
  expect(list.getAllByRole('link')).toHaveLength(30);
  await page.person.click(screen.getByRole('button', { name: 'More likes' }));
  await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(31));
  expect(list.getByRole('link', { name: /Fan 31/ }).getAttribute('href')).toBe('/profile/fan31');
  expect(screen.queryByRole('button', { name: 'More likes' })).toBeNull();
  expect(document.activeElement).toBe(list.getByRole('link', { name: /Fan 31/ }));
});

it('FE-13: shows a failure to load the list, and retries on press', async () => {
  let isDown = true;
  const page = await showCard(
    liked,
    postServer({
      [LIKES]: () =>
        isDown
          ? { status: 404, body: { detail: 'Media not found', code: 'media_not_found' } }
          : { body: { likes: [likerOf(1)] } },
    }),
  );
  const post = await card(liked.sender_display_name);
  await page.person.click(post.getByRole('button', { name: /^Liked by/ }));
  expect(await screen.findByText('Failed to load likes')).toBeTruthy();
  isDown = false;
  await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('link', { name: /Fan 1/ })).toBeTruthy();
});
