import type { Post } from '@adda/contract/feed';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { minutesAgo, refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { relationKeys } from '../../relations/relations.queries.ts';
import { PostDialogs } from '../dialogs/post-dialogs.tsx';
import { postServer, queryOf } from '../feed-page.fixture.tsx';
import { patchPost, removePost } from '../post-cache.ts';
import { applyPostEvent } from '../post-events.ts';
import { postKeys } from '../post-keys.ts';
import { adOf, feedPageOf, mediaIdOf, postOf } from '../post.fixture.ts';
import { FeedList } from './feed-list.tsx';
import { clearFeedScroll } from './feed-scroll.ts';
import { refreshFeed, visiblePosts } from './feed.queries.ts';
import { hasNewPosts } from './post-freshness.ts';

const pageOf = (from: number, count = 10): Post[] =>
  Array.from({ length: count }, (_, index) => postOf(from + index));

/** A feed of this many posts, paged as requested. */
const feedOf =
  (posts: readonly Post[]): RequestHandler =>
  (request) =>
    postServer({
      'GET /feed/': (path) => {
        const { skip = '0', limit = '10' } = queryOf(path);
        return { body: posts.slice(Number(skip), Number(skip) + Number(limit)) };
      },
    })(request);

const view = () => (
  <div style={{ overflowY: 'auto' }}>
    <div>
      <PostDialogs>
        <FeedList />
      </PostDialogs>
    </div>
  </div>
);
const show = (answering: RequestHandler) => showPeople(view, answering);
const END = "You've reached the end of the feed";

beforeEach(() => clearFeedScroll('for_you'));

describe('the feed', () => {
  it('FE-33, FE-38, FE-40, CO-45, FE-01, FE-31: requests ten items, then those after the last one', async () => {
    const page = await show(feedOf(pageOf(1, 13)));
    expect(await screen.findByText(END)).toBeTruthy();
    expect(page.asked('GET /feed/').map(({ path }) => queryOf(path))).toEqual([
      { skip: '0', limit: '10' },
      { skip: '10', limit: '10', after: 'p10' },
    ]);
    expect(screen.getByText('words 1')).toBeTruthy();
    expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('13');
  });

  it.each(['items', 'feed'])('Q-39: also reads pages from {%s}', async (name) => {
    const posts = pageOf(1, 13);
    const page = await show(
      postServer({
        'GET /feed/': (path) => {
          const skip = Number(queryOf(path)['skip']);
          return { body: { [name]: posts.slice(skip, skip + 10) } };
        },
      }),
    );
    expect(await screen.findByText(END)).toBeTruthy();
    expect(page.asked('GET /feed/')).toHaveLength(2);
    expect(screen.getByText('words 1')).toBeTruthy();
  });

  it('FE-34, FE-39: a page with fewer than ten items is the last one', async () => {
    const page = await show(feedOf(pageOf(1, 3)));
    expect(await screen.findByText(END)).toBeTruthy();
    expect(page.asked('GET /feed/')).toHaveLength(1);
  });

  it('X-29: a full page is not the last one although a sender in it is blocked', async () => {
    const kabirs = postOf(1, { sender_username: 'kabir', caption: 'from kabir' });
    const posts = [kabirs, ...pageOf(2, 10)];
    const page = await show(feedOf(posts));
    expect(await screen.findByText('from kabir')).toBeTruthy();
    page.client.setQueryData(relationKeys.check('kabir'), { is_blocked: true, blocked_by_me: true });
    await waitFor(() => expect(screen.queryByText('from kabir')).toBeNull());
    expect(await screen.findByText(END)).toBeTruthy();
    expect(screen.getByText('words 2')).toBeTruthy();
    expect(page.asked('GET /feed/')).toHaveLength(2);
  });

  it('X-29: removing posts does not end the feed early', async () => {
    let hold = true;
    const page = await show((request) => {
      const after = queryOf(request.path).after;
      if (after !== undefined && hold) return refused(400, 'not now');
      return feedOf(pageOf(1, 12))(request);
    });
    await screen.findByText('Failed to load feed');
    hold = false;
    // A change of the list lets it retry the next page.
    for (const n of [3, 4, 5]) removePost(page.client, mediaIdOf(n));
    expect(await screen.findByText(END)).toBeTruthy();
    expect(screen.queryByText('words 3')).toBeNull();
    expect(queryOf(page.asked('GET /feed/').at(-1)?.path)).toMatchObject({ skip: '10', after: 'p10' });
  });

  it('FE-35: shows that there are no posts, with a link to the rooms', async () => {
    await show(feedOf([]));
    expect(await screen.findByRole('heading', { name: 'No posts available' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the rooms' }).getAttribute('href')).toBe('/v1');
    expect(screen.queryByText(END)).toBeNull();
  });

  it('FE-36, FE-60: shows the failure, and retries on press', async () => {
    const page = await show(() => refused(400, 'x'));
    expect(await screen.findByRole('heading', { name: 'Failed to load feed' })).toBeTruthy();
    page.answers(feedOf(pageOf(1, 2)));
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('words 2')).toBeTruthy();
  });

  it('FE-36: a request to an unreachable server is sent twice, then the failure is shown', async () => {
    const page = await show(() => ({ isLost: true }));
    expect(await screen.findByRole('heading', { name: 'Failed to load feed' })).toBeTruthy();
    expect(page.asked('GET /feed/')).toHaveLength(2);
    page.answers(feedOf(pageOf(1, 2)));
    const retry = screen.getByRole('button', { name: 'Try Again' });
    retry.focus();
    await page.person.click(retry);
    expect(await screen.findByText('words 2')).toBeTruthy();
    // The focused button was removed; the list has the focus.
    expect(document.activeElement?.contains(screen.getByText('words 2'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('CO-47: server errors are retried three times', async () => {
    const page = await show(() => refused(503, 'x'));
    await waitFor(() => expect(page.asked('GET /feed/')).toHaveLength(3));
    expect(screen.queryByText('Failed to load feed')).toBeNull();
  });

  it('FE-36: a failed later page keeps the loaded posts', async () => {
    const page = await show((request) =>
      request.path.includes('after') ? refused(400, 'x') : feedOf(pageOf(1, 12))(request),
    );
    expect(await screen.findByText('Failed to load feed')).toBeTruthy();
    expect(screen.getByText('words 1')).toBeTruthy();
    page.answers(feedOf(pageOf(1, 12)));
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(END)).toBeTruthy();
  });

  it('CO-10, FE-63: waits at most ten seconds for a page', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    await show(feedOf(pageOf(1, 1)));
    await screen.findByText('words 1');
    expect(timeouts.mock.calls.map(([ms]) => ms)).toContain(10_000);
  });

  it('renders only the cards near the viewport', async () => {
    const page = await show(feedOf([]));
    await screen.findByText('No posts available');
    page.client.setQueryData(postKeys.feed(), {
      pages: [feedPageOf(pageOf(1, 500))],
      pageParams: [{ skip: 0 }],
    });
    await screen.findByText('words 1');
    const drawn = screen.getAllByRole('article').length;
    expect(drawn).toBeGreaterThan(2);
    expect(drawn).toBeLessThan(30);
  });

  it('restores the scroll position after another view', async () => {
    const page = await show(feedOf(pageOf(1, 40)));
    await screen.findByText('words 1');
    const scroller = screen.getByRole('list', { name: 'Posts' }).closest<HTMLElement>('[style*="overflow"]');
    if (!scroller) throw new Error('nothing scrolls');
    scroller.scrollTop = 900;
    fireEvent.scroll(scroller);
    page.unmount();
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo');
    const again = await show(feedOf(pageOf(1, 40)));
    await screen.findAllByRole('article');
    await waitFor(() =>
      expect(scrolled.mock.calls.map(([to]) => to)).toContainEqual(expect.objectContaining({ top: 900 })),
    );
    again.unmount();
  });
});

describe('new posts', () => {
  it('are offered and shown on press; nothing moves before', async () => {
    const page = await show(feedOf(pageOf(2, 3)));
    await screen.findByText('words 2');
    page.answers(feedOf(pageOf(1, 4)));
    expect(screen.queryByRole('button', { name: 'New posts' })).toBeNull();
    await page.client.invalidateQueries({ queryKey: postKeys.fresh });
    const button = await screen.findByRole('button', { name: 'New posts' });
    expect(screen.queryByText('words 1')).toBeNull();
    await page.person.click(button);
    expect(await screen.findByText('words 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'New posts' })).toBeNull();
  });

  it('Q-34: are kept although a page of the old list is still loading', async () => {
    const line = Promise.withResolvers<void>();
    const page = await show((request) => {
      const answer = feedOf(pageOf(2, 20))(request);
      return request.path.includes('after') ? answer && { ...answer, until: line.promise } : answer;
    });
    await screen.findByText('words 2');
    await waitFor(() => expect(page.asked('GET /feed/')).toHaveLength(2));
    page.answers(feedOf(pageOf(1, 3)));
    await page.client.invalidateQueries({ queryKey: postKeys.fresh });
    await page.person.click(await screen.findByRole('button', { name: 'New posts' }));
    await screen.findByText('words 1');
    const isOnItsWay = page.client.isFetching({ queryKey: postKeys.feed() });
    line.resolve();
    await waitFor(() => expect(page.client.isFetching({ queryKey: postKeys.feed() })).toBe(0));
    expect(page.client.getQueryData(postKeys.feed())).toMatchObject({
      pages: [{ posts: [1, 2, 3].map((n) => ({ media_id: mediaIdOf(n) })) }],
    });
    expect(isOnItsWay).toBe(0);
  });

  it('X-30: an own post appears, although earlier requests are still in progress', async () => {
    const line = Promise.withResolvers<void>();
    const held = feedOf(pageOf(2, 3));
    const page = await show(held);
    await screen.findByText('words 2');
    page.answers((request) => ({ ...held(request), until: line.promise }));
    const look = page.client.invalidateQueries({ queryKey: postKeys.fresh });
    await waitFor(() => expect(page.asked('GET /feed/')).toHaveLength(2));
    page.answers(feedOf([postOf(1, { is_own: true }), ...pageOf(2, 3)]));
    await refreshFeed(page.client);
    expect(await screen.findByText('words 1')).toBeTruthy();
    line.resolve();
    await look;
    expect(screen.getByText('words 1')).toBeTruthy();
  });

  it('a change during the loading of a page is kept', async () => {
    const line = Promise.withResolvers<void>();
    const page = await show((request) => {
      const answer = feedOf(pageOf(1, 12))(request);
      return request.path.includes('after') ? answer && { ...answer, until: line.promise } : answer;
    });
    await screen.findByText('words 2');
    await waitFor(() => expect(page.asked('GET /feed/')).toHaveLength(2));
    removePost(page.client, mediaIdOf(2));
    patchPost(page.client, mediaIdOf(1), (post) => ({ ...post, caption: 'other words' }));
    await screen.findByText('other words');
    line.resolve();
    expect(await screen.findByText(END)).toBeTruthy();
    expect(screen.getByText('other words')).toBeTruthy();
    expect(screen.queryByText('words 2')).toBeNull();
  });

  const held = (posts: Post[]) => ({ pages: [feedPageOf(posts)], pageParams: [{ skip: 0 }] });
  const fromNow = (n: number, given: Partial<Post> = {}) =>
    postOf(n, { created_at: minutesAgo(0), ...given });
  it.each([
    ['the same posts', pageOf(1, 3), false],
    ['one post fewer', pageOf(2, 3), false],
    ['another ad above', [adOf(99, { created_at: minutesAgo(0) }), ...pageOf(1, 2)], false],
    ['one more above', [fromNow(50), ...pageOf(1, 2)], true],
    ['one more of an unfollowed sender, further down', [...pageOf(1, 2), fromNow(50)], true],
    ['an own post', [fromNow(50, { is_own: true }), ...pageOf(1, 2)], false],
    ['nothing', [], false],
  ])('are detected: %s', (_what, posts, isNews) => {
    expect(hasNewPosts(held(pageOf(1, 3)), feedPageOf(posts))).toBe(isNews);
  });

  it('do not include a post that moves up because the newest was removed', () => {
    const { pages, pageParams } = held(pageOf(1, 3));
    const without = [{ ...feedPageOf(pageOf(2, 2)), newest: pages[0]?.newest ?? '' }];
    const between = postOf(9, { created_at: minutesAgo(1.5) });
    expect(hasNewPosts({ pages: without, pageParams }, feedPageOf([between]))).toBe(false);
  });

  it('are requested immediately after an upload event', async () => {
    const page = await show(feedOf(pageOf(2, 3)));
    await screen.findByText('words 2');
    page.answers(feedOf([...pageOf(2, 3), fromNow(50)]));
    applyPostEvent(page.client, 'media_uploaded', { media: fromNow(50) });
    expect(await screen.findByRole('button', { name: 'New posts' })).toBeTruthy();
  });
});

describe('displayed items of the pages', () => {
  it('Q-34: a post that arrives twice is shown once', () => {
    const data = {
      pages: [feedPageOf(pageOf(1, 3)), feedPageOf(pageOf(3, 2))],
      pageParams: [],
    };
    expect(visiblePosts(data, new Set()).map((post) => post.media_id)).toEqual([1, 2, 3, 4].map(mediaIdOf));
    expect(visiblePosts(data, new Set(['riya']))).toEqual([]);
  });

  it('RP-16, CO-12: checks after half a second whether the sender is blocked, once per sender', async () => {
    const posts = [postOf(1), postOf(2), postOf(3, { is_own: true, sender_username: 'asha' })];
    const page = await show(feedOf(posts));
    await screen.findByText('words 1');
    expect(page.asked('GET /users/blocks/check/riya')).toHaveLength(0);
    await waitFor(() => expect(page.asked('GET /users/blocks/check/riya')).toHaveLength(1));
    expect(page.asked('GET /users/blocks/check/asha')).toHaveLength(0);
    expect(within(screen.getByRole('list', { name: 'Posts' })).getAllByRole('article')).toHaveLength(3);
  });

  it('RP-16, RP-19: posts of a blocked sender are removed', async () => {
    await show((request) =>
      request.path.startsWith('/users/blocks/check/kabir')
        ? { body: { is_blocked: true, blocked_by_me: false } }
        : feedOf([postOf(1), postOf(2, { sender_username: 'kabir' })])(request),
    );
    await screen.findByText('words 2');
    await waitFor(() => expect(screen.queryByText('words 2')).toBeNull());
    expect(screen.getByText('words 1')).toBeTruthy();
  });
});
