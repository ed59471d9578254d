import type { FeedSide, Post } from '@adda/contract/feed';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { searchDialog } from '../../platform/open-search.ts';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { FeedTab } from './feed-tab.tsx';
import { postServer, queryOf } from './feed-page.fixture.tsx';
import { clearFeedScroll } from './list/feed-scroll.ts';
import { postOf } from './post.fixture.ts';

const sideOf = (given: Partial<FeedSide> = {}): FeedSide => ({
  people: [{ username: 'meera', display_name: 'Meera', picture: null, followed_by: 2 }],
  hashtags: [{ tag: 'kites', posts: 12, people: 4 }],
  rooms: [
    {
      group_id: 'c'.repeat(24),
      name: 'Tea at night',
      picture: null,
      member_count: 9,
      friends: [{ username: 'riya', display_name: 'Riya', picture: null }],
      friend_count: 3,
    },
  ],
  ...given,
});

/** A server with posts for you and of followed users. */
const feedsOf = (
  posts: { forYou?: Post[]; following?: Post[] },
  side: () => ReturnType<RequestHandler> = () => ({ body: sideOf() }),
) =>
  postServer({
    'GET /feed/': (path) => ({
      body: (queryOf(path).tab === 'following' ? posts.following : posts.forYou) ?? [],
    }),
    'GET /feed/side': side,
    'POST /subscriptions/follow': () => ({ body: { message: 'ok', following: ['meera'] } }),
  });

const show = (answering: RequestHandler, at = '/v1?tab=feed', isWide = false) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query.includes('68.75rem'),
    addEventListener() {},
    removeEventListener() {},
  }));
  return showPeople(
    () => (
      <div style={{ overflowY: 'auto' }}>
        <FeedTab />
      </div>
    ),
    answering,
    'asha',
    at,
  );
};

beforeEach(() => {
  clearFeedScroll('for_you');
  clearFeedScroll('following');
  return () => vi.unstubAllGlobals();
});

describe('the tabs of the feed', () => {
  it('HM-14: the tab is in the address; each has its own posts, read once', async () => {
    const page = await show(
      feedsOf({
        forYou: [postOf(1, { caption: 'for everybody' })],
        following: [postOf(2, { caption: 'of a friend' })],
      }),
    );
    expect(await screen.findByText('for everybody')).toBeTruthy();
    const tabs = within(screen.getByRole('navigation', { name: 'Posts of' }));
    const openTab = () =>
      tabs
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current'))
        .map((link) => link.textContent)
        .join();
    expect(openTab()).toBe('For you');
    await page.person.click(tabs.getByRole('link', { name: 'Following' }));
    expect(await screen.findByText('of a friend')).toBeTruthy();
    expect(screen.queryByText('for everybody')).toBeNull();
    expect(openTab()).toBe('Following');
    expect(page.asked('GET /feed/').map(({ path }) => queryOf(path))).toEqual([
      { skip: '0', limit: '10' },
      { tab: 'following', skip: '0', limit: '10' },
    ]);
    await page.person.click(tabs.getByRole('link', { name: 'For you' }));
    expect(await screen.findByText('for everybody')).toBeTruthy();
    expect(page.asked('GET /feed/')).toHaveLength(2);
  });

  it('HM-14: an empty Following offers people; after a follow their posts can be shown', async () => {
    const posts = { following: [] as Post[] };
    const page = await show(feedsOf(posts), '/v1?tab=feed&feed=following');
    expect(await screen.findByRole('heading', { name: 'No posts here yet' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show their posts' })).toBeNull();
    await page.person.click(await screen.findByRole('button', { name: 'Follow Meera' }));
    posts.following = [
      postOf(3, { sender_username: 'meera', caption: 'hello from meera', is_following: true }),
    ];
    await page.person.click(await screen.findByRole('button', { name: 'Show their posts' }));
    expect(await screen.findByText('hello from meera')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'No posts here yet' })).toBeNull();
  });

  it('HM-14: whoever is unfollowed leaves Following at once', async () => {
    const page = await show(
      feedsOf({
        following: [
          postOf(1, { caption: 'of riya', is_following: true }),
          postOf(2, { caption: 'of kabir', sender_username: 'kabir', is_following: true }),
        ],
      }),
      '/v1?tab=feed&feed=following',
    );
    expect(await screen.findByText('of riya')).toBeTruthy();
    page.client.setQueryData(['relations', 'follow', 'riya'], false);
    page.client.setQueryData(['relations', 'follows-changed'], 1);
    await waitFor(() => expect(screen.queryByText('of riya')).toBeNull());
    expect(screen.getByText('of kabir')).toBeTruthy();
  });
});

describe('the side column', () => {
  it('HM-14: offers people, hashtags and rooms on wide screens', async () => {
    const page = await show(feedsOf({ forYou: [postOf(1)] }), '/v1?tab=feed', true);
    const side = within(await screen.findByRole('complementary', { name: 'Beside the feed' }));
    expect((await side.findByRole('link', { name: /Meera/ })).getAttribute('href')).toBe('/profile/meera');
    expect(side.getByText('2 friends follow')).toBeTruthy();
    expect(side.getByRole('button', { name: 'Follow Meera' })).toBeTruthy();
    const room = side.getByRole('link', { name: /Tea at night/ });
    expect(room.getAttribute('href')).toBe(`/v1/group/${'c'.repeat(24)}`);
    expect(room.textContent).toContain('Riya and 2 others');
    await page.person.click(side.getByRole('button', { name: /#kites/ }));
    expect(searchDialog.initialText()).toBe('#kites');
    searchDialog.close();
  });

  it('HM-14: is absent without entries, on failure, and on narrow screens, where it is not requested', async () => {
    const narrow = await show(feedsOf({ forYou: [postOf(1)] }));
    expect(await screen.findByText('words 1')).toBeTruthy();
    expect(narrow.asked('GET /feed/side')).toHaveLength(0);
    narrow.unmount();
    for (const side of [
      () => ({ body: sideOf({ people: [], hashtags: [], rooms: [] }) }),
      () => refused(400, 'x'),
    ]) {
      const page = await show(feedsOf({ forYou: [postOf(1)] }, side), '/v1?tab=feed', true);
      await waitFor(() => expect(page.asked('GET /feed/side')).toHaveLength(1));
      await waitFor(() => expect(screen.queryByText('Who to follow')).toBeNull());
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.getByText('words 1')).toBeTruthy();
      page.unmount();
    }
  });
});
