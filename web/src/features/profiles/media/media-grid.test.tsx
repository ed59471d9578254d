import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearUserStorage } from '../../../platform/user-storage.ts';
import { session } from '../../../platform/session.ts';
import { refused } from '../../../test/people-page.tsx';
import { removePost } from '../../feed/post-cache.ts';
import { photoOf, profileFor, showProfile, type ProfileStage } from '../profiles.fixture.tsx';
import { cacheMedia, readCachedMedia } from './media-cache.ts';
import { MediaGrid } from './media-grid.tsx';
import { refreshMedia } from './media-list.queries.ts';

const show = (stage: ProfileStage = {}) => {
  const profile = stage.profile ?? profileFor('riya');
  return showProfile(() => <MediaGrid profile={profile} account={session.current()?.username ?? ''} />, {
    ...stage,
    profile,
  });
};

const tiles = async () => within(await screen.findByRole('list', { name: 'Posts' })).getAllByRole('listitem');
const own = (index: number, given = {}) =>
  photoOf(index, { sender_username: 'asha', is_own: true, ...given });

describe('the media of a profile', () => {
  it('PR-07, CO-17: are squares in three columns, each of which opens', async () => {
    await show({ media: [photoOf(2), photoOf(1)] });
    const shown = await tiles();
    expect(shown).toHaveLength(2);
    expect(screen.getByRole('list', { name: 'Posts' }).className).toContain('grid-cols-3');
    expect(screen.getByRole('button', { name: /Photo of .*: photo 2/ })).toBeTruthy();
  });

  it('Q-39: are read from a bare list too', async () => {
    const body = [photoOf(2), photoOf(1)];
    await show({ answer: ({ path }) => (path.startsWith('/media/list') ? { body } : undefined) });
    expect(await tiles()).toHaveLength(2);
  });

  it('show their kind: locked, video, text, processing (ME-27)', async () => {
    const media = [
      photoOf(4, { is_locked: true, can_view: false, media_url: null, preview_url: photoOf(4).blur_url }),
      photoOf(3, { is_video: true }),
      photoOf(2, {
        has_media: false,
        media_url: null,
        preview_url: null,
        blur_url: null,
        caption: 'just words',
      }),
      photoOf(1, { preview_pending: true, media_url: null, preview_url: null, blur_url: null }),
    ];
    await show({ media });
    const [, , words, pending] = await tiles();
    const names = screen.getAllByRole('button').map((tile) => tile.getAttribute('aria-label'));
    expect(names[0]).toMatch(/^Photo of .*: photo 4, locked$/);
    expect(names[1]).toMatch(/^Video of .*: photo 3$/);
    expect(words?.textContent).toBe('just words');
    expect(pending?.textContent).toBe('Preview generating...');
  });

  it('ME-23: only the caller’s own can be edited and deleted, also by keyboard', async () => {
    const { person, asked } = await show({
      profile: profileFor('asha'),
      media: [own(1), photoOf(2)],
      answer: ({ method }) => (method === 'DELETE' ? { body: { message: 'ok' } } : undefined),
    });
    await tiles();
    const buttons = screen.getAllByRole('button', { name: /^Change: / });
    expect(buttons).toHaveLength(1);
    buttons[0]?.focus();
    await person.keyboard('{Enter}');
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toBeTruthy();
    await person.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Are you sure you want to delete this media?')).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(asked('DELETE /media/delete/000000000000000000000001')).toHaveLength(1));
  });

  it('are loaded page by page, each once', async () => {
    const all = Array.from({ length: 70 }, (_, index) => photoOf(70 - index));
    const { person, asked } = await show({
      answer: ({ path }) => {
        const url = new URL(path, 'http://test');
        if (url.pathname !== '/media/list') return undefined;
        const from = all.findIndex(({ position }) => position === url.searchParams.get('after')) + 1;
        // A post was added in the meantime: the last one is repeated.
        return { body: { media: all.slice(Math.max(0, from - 1), from + 60).slice(0, 60), total_count: 70 } };
      },
    });
    expect(await tiles()).toHaveLength(60);
    await person.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(async () => expect(await tiles()).toHaveLength(70));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(asked('GET /media/list').map(({ path }) => path.includes('after='))).toEqual([false, true]);
  });

  it('ME-24: loads the next page also after a post of a full page was deleted', async () => {
    const all = Array.from({ length: 61 }, (_, index) => own(61 - index));
    const { person, client } = await show({
      profile: profileFor('asha'),
      answer: ({ path }) =>
        path.startsWith('/media/list')
          ? { body: { media: path.includes('after=') ? all.slice(60) : all.slice(0, 60), total_count: 61 } }
          : undefined,
    });
    expect(await tiles()).toHaveLength(60);
    act(() => void removePost(client, all[59]?.media_id ?? ''));
    expect(await tiles()).toHaveLength(59);
    await person.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(async () => expect(await tiles()).toHaveLength(60));
  });

  it('ME-28: a list that failed to load can be retried', async () => {
    const page = await show({
      answer: ({ path }) => (path.startsWith('/media') ? refused(500, 'x') : undefined),
    });
    expect(await screen.findByText('Failed to load media')).toBeTruthy();
    page.change({ answer: undefined, media: [photoOf(1)] });
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await tiles()).toHaveLength(1);
    expect(screen.queryByText('Failed to load media')).toBeNull();
  });

  it.each([
    ['the owner', 'asha', 'Nothing here yet'],
    ['others', 'riya', 'No posts yet'],
  ])('without posts, for %s', async (_whose, username, text) => {
    await show({ profile: profileFor(username) });
    expect(await screen.findByRole('heading', { name: text })).toBeTruthy();
  });

  it('an expired link is renewed once', async () => {
    const fresh = photoOf(1, { preview_url: '/media/file/fresh?preview=1' });
    const { container, asked } = await show({
      media: [photoOf(1)],
      answer: ({ path }) => (path.startsWith('/feed/post/') ? { body: fresh } : undefined),
    });
    await tiles();
    const picture = () => container.querySelector('img[decoding="async"]');
    act(() => void picture()?.dispatchEvent(new Event('error')));
    await waitFor(() => expect(picture()?.getAttribute('src')).toBe('/media/file/fresh?preview=1'));
    act(() => void picture()?.dispatchEvent(new Event('error')));
    await waitFor(() => expect(picture()).toBeNull());
    expect(asked('GET /feed/post/000000000000000000000001')).toHaveLength(1);
  });
});

describe('cached media', () => {
  beforeEach(() => localStorage.clear());

  it('ME-26, Q-26, R-15: are stored per creator without links, and shown immediately the next time', async () => {
    const first = await show({ media: [photoOf(2), photoOf(1)] });
    await tiles();
    await waitFor(() => expect(localStorage.getItem('mediaCache:riya')).not.toBeNull());
    expect(localStorage.getItem('mediaCache:riya')).not.toMatch(/media\/file|sig=/);
    expect(localStorage.getItem('mediaCache:riya')).toContain('data:image/webp');
    first.unmount();
    await show({ answer: ({ path }) => (path.startsWith('/media') ? refused(503, 'away') : undefined) });
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('R-15: belong to their viewer, and are removed with the session', () => {
    const page = { media: [photoOf(1)], total_count: 1 };
    cacheMedia('asha', 'riya', page);
    expect(readCachedMedia('asha', 'riya')?.media).toHaveLength(1);
    expect(readCachedMedia('zoya', 'riya')).toBeUndefined();
    clearUserStorage();
    expect(readCachedMedia('asha', 'riya')).toBeUndefined();
  });

  it('are limited to ten creators, and invalid data is ignored', () => {
    localStorage.setItem('mediaCache:odd', '{"media":');
    expect(readCachedMedia('asha', 'odd')).toBeUndefined();
    for (let index = 0; index < 15; index += 1) {
      cacheMedia('asha', `creator${index}`, { media: [], total_count: 0 });
    }
    const kept = Object.keys(localStorage).filter((key) => key.startsWith('mediaCache:'));
    expect(kept).toHaveLength(10);
    expect(readCachedMedia('asha', 'creator14')).toBeDefined();
  });

  it('ME-26, CO-46: several changes within 300 ms cause one request', async () => {
    const { client, asked } = await show({ media: [photoOf(1)] });
    await tiles();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (let times = 0; times < 5; times += 1) {
      refreshMedia(client, 'riya');
      vi.advanceTimersByTime(200);
    }
    expect(asked('GET /media/list')).toHaveLength(1);
    vi.advanceTimersByTime(100);
    vi.useRealTimers();
    await waitFor(() => expect(asked('GET /media/list')).toHaveLength(2));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(asked('GET /media/list')).toHaveLength(2);
  });
});
