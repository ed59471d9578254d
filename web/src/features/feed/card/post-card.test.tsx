import type { Post } from '@adda/contract/feed';
import { screen, waitFor, within } from '@testing-library/react';
import type { InfiniteData } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { relationKeys } from '../../relations/relations.queries.ts';
import { PostDialogs } from '../dialogs/post-dialogs.tsx';
import { card, postServer, showCard } from '../feed-page.fixture.tsx';
import { FeedList } from '../list/feed-list.tsx';
import { clearFeedScroll } from '../list/feed-scroll.ts';
import type { FeedPage } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';
import { adOf, mediaIdOf, photoOf, postOf } from '../post.fixture.ts';

/** Shows a feed with these posts, which reacts to changes in the cache. */
const showFeed = (posts: Post[], answers: Parameters<typeof postServer>[0] = {}) => {
  clearFeedScroll('for_you');
  return showPeople(
    () => (
      <PostDialogs>
        <FeedList />
      </PostDialogs>
    ),
    postServer({ 'GET /feed/': () => ({ body: posts }), ...answers }),
  );
};

const held = (data: InfiniteData<FeedPage> | undefined) => data?.pages[0]?.posts[0];

describe('a card', () => {
  it('FE-03, FE-04, FE-06: shows sender with a link, picture, time, caption, hashtags and feeling', async () => {
    const post = postOf(5, {
      sender_display_name: 'Riya Sen',
      sender_avatar: '/media/avatars/1',
      caption: 'tea #chai time',
      hashtags: 'rain, #monsoon',
      feeling: 'happy',
    });
    await showCard(post);
    const shown = await card('Riya Sen');
    expect(shown.getByRole('link', { name: 'Riya Sen' }).getAttribute('href')).toBe('/profile/riya');
    expect(shown.getByText('5m ago')).toBeTruthy();
    expect(shown.getByText('feeling happy')).toBeTruthy();
    // Hashtags are not links, so they don't look like links.
    expect(shown.getByText('tea #chai time')).toBeTruthy();
    expect(shown.getByText('#rain').parentElement?.className).not.toContain('text-rani-ink');
    expect(shown.getByText('#monsoon')).toBeTruthy();
    expect(document.querySelector('img[src="/media/avatars/1?size=small"]')).toBeTruthy();
  });

  it('FT-01: a caption is shown with its formatting, and a picture named without it', async () => {
    await showCard(photoOf(1, { caption: '*Rain* all ||night|| <b>long</b>' }));
    expect((await screen.findByText('Rain')).localName).toBe('strong');
    expect(screen.getByRole('button', { name: 'Hidden text, press to show' })).toBeTruthy();
    expect(document.querySelector('b')).toBeNull();
    expect(await screen.findByAltText('Rain all Hidden text <b>long</b>')).toBeTruthy();
  });

  it('a caption is plain text, whatever it contains', async () => {
    await showCard(postOf(1, { caption: '<img src=x onerror=alert(1)>' }));
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(document.querySelector('img[src="x"]')).toBeNull();
  });

  it('FE-07, X-04: shows the numbers of likes and comments, and who likes it', async () => {
    await showCard(postOf(1, { like_count: 1234, comment_count: 2, liked_by: ['kabir', '_guest-ivy'] }));
    expect(await screen.findByRole('button', { name: 'Like, 1,234 likes' })).toBeTruthy();
    expect(screen.getByText('1.2K')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Comment, 2 comments' })).toBeTruthy();
    expect(screen.getByText('Liked by kabir, ivy and 1,232 others')).toBeTruthy();
  });

  it('ME-23: the caller’s own post has edit and delete, and no follow, report or block', async () => {
    const page = await showCard(photoOf(1, { sender_username: 'asha', is_own: true }));
    const shown = await card('asha');
    expect(shown.queryByRole('button', { name: /Follow/ })).toBeNull();
    await page.person.click(shown.getByRole('button', { name: 'More about the post of asha' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Edit',
      'Delete',
    ]);
  });

  it('FE-08, FE-54, FE-55: Follow becomes Followed; pressing Followed asks for confirmation', async () => {
    const page = await showCard(
      postOf(1),
      postServer({ 'POST /subscriptions/follow': () => ({ body: { message: '', following: ['riya'] } }) }),
    );
    await page.person.click(await screen.findByRole('button', { name: 'Follow riya' }));
    await page.person.click(await screen.findByRole('button', { name: 'Followed riya' }));
    expect(await screen.findByRole('dialog', { name: 'Unfollow riya?' })).toBeTruthy();
  });

  it('FE-08, SV-67: guests can follow as well', async () => {
    const page = await showCard(
      postOf(1),
      postServer({ 'POST /subscriptions/follow': () => ({ body: { message: '', following: ['riya'] } }) }),
      '_guest-ivy',
    );
    await page.person.click(await screen.findByRole('button', { name: 'Follow riya' }));
    expect(await screen.findByRole('button', { name: 'Followed riya' })).toBeTruthy();
  });

  it('FE-09, SH-41, RP-18: blocking asks for confirmation and removes the sender’s posts', async () => {
    const page = await showFeed([postOf(1), postOf(2, { sender_username: 'kabir' })], {
      'POST /users/block': () => ({ body: { message: 'ok' } }),
    });
    const shown = await card('riya');
    await page.person.click(shown.getByRole('button', { name: 'More about the post of riya' }));
    await page.person.click(await screen.findByRole('menuitem', { name: 'Block riya' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Block riya?' }));
    await page.person.click(dialog.getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(screen.queryByText('words 1')).toBeNull());
    expect(screen.getByText('words 2')).toBeTruthy();
    expect(page.asked('POST /users/block')[0]?.body).toEqual({ blocked_username: 'riya' });
    expect(page.client.getQueryData(relationKeys.check('riya'))).toMatchObject({ is_blocked: true });
  });

  it.each([
    ['a subscriber sees an open lock', { can_view: true }, 'lucide-lock-open'],
    ['a non-subscriber sees a closed lock', { can_view: false, media_url: null }, 'lucide-lock'],
    ['its sender sees a closed lock', { is_own: true, sender_username: 'asha' }, 'lucide-lock'],
  ])('FE-10: %s', async (_who, given, icon) => {
    await showCard(photoOf(1, { is_locked: true, visibility: 'private', ...given }));
    const words = await screen.findByText('Subscribers');
    expect(words.querySelector('svg')?.classList.contains(icon)).toBe(true);
    expect(words.querySelectorAll('svg.lucide-lock-open')).toHaveLength(icon === 'lucide-lock-open' ? 1 : 0);
  });

  it('ME-17: after a card is deleted the next one has the focus', async () => {
    const own = postOf(1, { sender_username: 'asha', is_own: true });
    const page = await showFeed([own, postOf(2), postOf(3)], {
      [`DELETE /media/delete/${mediaIdOf(1)}`]: () => ({ body: { message: 'ok' } }),
    });
    const shown = await card('asha');
    await page.person.click(shown.getByRole('button', { name: 'More about the post of asha' }));
    await page.person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this post?' }));
    await page.person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('words 1')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('words 2').closest('article')));
  });

  it('AD-24, RP-18: after the last card is removed the list has the focus', async () => {
    const page = await showFeed([adOf(9)], { 'POST /feed/hide-ad': () => ({ body: { message: 'ok' } }) });
    await page.person.click(await screen.findByRole('button', { name: 'Hide this ad' }));
    await page.person.click(await screen.findByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(screen.queryByText('Sponsored')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('heading', { name: 'No posts available' }).closest('section'),
      ),
    );
  });

  it('reports the sender', async () => {
    const page = await showCard(postOf(1));
    await page.person.click(await screen.findByRole('button', { name: 'More about the post of riya' }));
    await page.person.click(await screen.findByRole('menuitem', { name: 'Report riya' }));
    expect(await screen.findByRole('dialog', { name: 'Report a post of riya' })).toBeTruthy();
  });
});

describe('a like', () => {
  const LIKE = 'POST /media/like';
  it('X-04, SV-64: is shown immediately, then with the count of the server', async () => {
    const page = await showFeed([postOf(1, { like_count: 2, liked_by: ['kabir', 'zoya'] })], {
      [LIKE]: () => ({ body: { liked: true, like_count: 7 } }),
    });
    await page.person.click(await screen.findByRole('button', { name: 'Like, 2 likes' }));
    expect((await screen.findByRole('button', { name: 'Like, 7 likes' })).getAttribute('aria-pressed')).toBe(
      'true',
    );
    expect(screen.getByText('Liked by you, kabir and 5 others')).toBeTruthy();
    expect(page.asked(LIKE).map(({ body }) => body)).toEqual([{ media_id: mediaIdOf(1) }]);
  });

  it.each([
    ['FE-58: with the server’s text', refused(403, 'Subscribe to see', 'media_locked'), 'Subscribe to see'],
    ['FE-59: with a default text', refused(500, '', ''), 'Failed to like post'],
  ])('is rolled back on failure, %s', async (_case, answer, text) => {
    const before = postOf(1, { like_count: 2, liked_by: ['kabir', 'zoya'] });
    const page = await showFeed([before], { [LIKE]: () => answer });
    await page.person.click(await screen.findByRole('button', { name: 'Like, 2 likes' }));
    await waitFor(() => expect(toast.current()).toMatchObject([{ text, tone: 'problem' }]));
    expect(held(page.client.getQueryData(postKeys.feed()))).toEqual(before);
  });

  it('FE-52, X-04: says Coming Soon where the server has likes disabled', async () => {
    const page = await showFeed([postOf(1)], { [LIKE]: () => refused(501, 'Coming Soon', 'coming_soon') });
    await page.person.click(await screen.findByRole('button', { name: 'Like, 0 likes' }));
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'Coming Soon', tone: 'info' }]));
    expect((await screen.findByRole('button', { name: 'Like, 0 likes' })).getAttribute('aria-pressed')).toBe(
      'false',
    );
  });
});

describe('a share', () => {
  const SHARE = 'POST /media/share';
  const url = 'https://adda.example/post/1';
  const shared: RequestHandler = postServer({
    [SHARE]: () => ({ body: { share_url: url, share_count: 1 } }),
  });
  const show = async (answering = shared) => {
    const page = await showCard(postOf(1), answering);
    const button = await screen.findByRole('button', { name: 'Share, shared 0 times' });
    return { press: () => page.person.click(button) };
  };

  it('SV-65, X-04: opens the share sheet where the browser has one', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(async () => undefined);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    await (await show()).press();
    await waitFor(() => expect(share).toHaveBeenCalledWith({ url, title: 'A post of riya' }));
    expect(toast.current()).toEqual([]);
  });

  it('X-04: otherwise copies the link', async () => {
    const { press } = await show();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await press();
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'Link copied', tone: 'success' }]));
    expect(write).toHaveBeenCalledWith(url);
  });

  it('shows the link where copying is not allowed', async () => {
    const { press } = await show();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await press();
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: url }]));
  });

  it.each([
    [refused(501, 'Coming Soon', 'coming_soon'), 'Coming Soon'],
    [refused(404, 'Media not found', 'media_not_found'), 'Media not found'],
    [refused(500, ''), 'Failed to share post'],
  ])('FE-58, FE-59: shows why it failed', async (answer, text) => {
    await (await show(postServer({ [SHARE]: () => answer }))).press();
    await waitFor(() => expect(toast.current()).toMatchObject([{ text }]));
  });
});

describe('an ad', () => {
  it('FE-02, FE-12, AD-24, X-04: is labelled as sponsored, links to its sponsor, and has only Hide', async () => {
    await showCard(adOf(1));
    const shown = await card('Chai Corner');
    expect(shown.getByText('Sponsored')).toBeTruthy();
    const link = shown.getByRole('link', { name: /Visit Chai Corner/ });
    expect(link.getAttribute('href')).toBe('https://chai.example/menu');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow sponsored');
    expect(shown.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Hide this ad',
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'not an address'])(
    'never links to %s',
    async (target_url) => {
      await showCard(adOf(1, { target_url }));
      const shown = await card('Chai Corner');
      expect(shown.queryByRole('link')).toBeNull();
    },
  );

  it('AD-24, SV-66: is hidden permanently after a confirmation', async () => {
    const page = await showFeed([postOf(1), adOf(9)], {
      'POST /feed/hide-ad': () => ({ body: { message: 'ok' } }),
    });
    await page.person.click(await screen.findByRole('button', { name: 'Hide this ad' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hide this ad?' }));
    expect(page.asked('POST /feed/hide-ad')).toHaveLength(0);
    await page.person.click(dialog.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(screen.queryByText('Sponsored')).toBeNull());
    await waitFor(() =>
      expect(page.asked('POST /feed/hide-ad').map(({ body }) => body)).toEqual([
        { ad_id: `ad_${mediaIdOf(9)}` },
      ]),
    );
  });

  it('AD-24: returns where hiding fails', async () => {
    const page = await showFeed([postOf(1), adOf(9)], { 'POST /feed/hide-ad': () => refused(500, '') });
    await page.person.click(await screen.findByRole('button', { name: 'Hide this ad' }));
    await page.person.click(await screen.findByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'Failed to hide ad' }]));
    expect(screen.getByText('Sponsored')).toBeTruthy();
  });
});
