import type { PublicPost } from '@adda/contract/feed';
import type { PublicProfile } from '@adda/contract/profiles';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { PublicPostScreen } from './public-post-screen.tsx';
import { PublicProfileScreen } from './public-profile-screen.tsx';

const riya: PublicProfile = {
  username: 'riya',
  display_name: 'Riya',
  bio: 'Songs',
  links: ['https://riya.example', 'data:text/html,x'],
  profile_image_url: '/media/avatars/1',
  total_subscribers: 2,
};

const postOf = (index: number, given: Partial<PublicPost> = {}): PublicPost => ({
  media_id: index.toString(16).padStart(24, '0'),
  sender: 'riya',
  sender_display_name: 'Riya',
  sender_avatar: null,
  caption: `photo ${index}`,
  is_video: false,
  preview_url: `/media/shared/${index}`,
  blur_url: null,
  width: 800,
  height: 600,
  created_at: '2026-01-02T03:04:05.678Z',
  ...given,
});

const posts = Array.from({ length: 12 }, (_, index) => postOf(index + 1));
const known: RequestHandler = ({ path }) => {
  if (path === '/public/profiles/riya') return { body: riya };
  if (path === '/public/profiles/riya/posts') return { body: { posts } };
  return path.startsWith('/public/posts/') ? { body: postOf(1) } : undefined;
};

const showProfile = (answering = known) =>
  showPeople(() => <PublicProfileScreen />, answering, 'asha', '/profile/Riya');
const showPost = (answering = known) =>
  showPeople(() => <PublicPostScreen />, answering, 'asha', '/post/000000000000000000000001');

/** Expects the ways to a session; `to` is where they lead back (HM-05). */
function expectWaysIn(to?: string) {
  const search = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  expect(screen.getByText('Adda is for adults, 18 and over.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Enter as a guest' })).toBeTruthy();
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Create an account')).toBe(`/register${search}`);
  expect(hrefOf('Log in')).toBe(`/login${search}`);
}

describe('a profile without a session', () => {
  it('SH-21, HM-05: shows the user, at most nine posts, and the ways in', async () => {
    const page = await showProfile();
    expect(await screen.findByRole('heading', { level: 1, name: 'Riya' })).toBeTruthy();
    expect(document.title).toBe('Riya · Adda');
    expect(screen.getByText('Songs')).toBeTruthy();
    const list = within(await screen.findByRole('list', { name: 'Posts' }));
    const links = list.getAllByRole('link');
    expect(links).toHaveLength(9);
    expect(links[0]?.getAttribute('href')).toBe('/post/000000000000000000000001');
    expect(list.getByRole('img', { name: 'photo 1' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /riya\.example/ })).toHaveLength(1);
    expect(screen.queryByRole('link', { name: /data:/ })).toBeNull();
    expectWaysIn('/profile/Riya');
    expect(page.asked('GET /feed/profile/riya')).toHaveLength(0);
  });

  it('HM-05: the ways in come with the posts above them, which would move them', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await showProfile((request) =>
      request.path.endsWith('/posts') ? { ...known(request), until: promise } : known(request),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Riya' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Enter as a guest' })).toBeNull();
    resolve();
    expect(await screen.findByRole('list', { name: 'Posts' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Enter as a guest' })).toBeTruthy();
  });

  it('SH-21, HM-05: posts that did not load keep nobody from the ways in', async () => {
    await showProfile((request) =>
      request.path.endsWith('/posts') ? refused(404, 'User not found') : known(request),
    );
    expect(await screen.findByRole('button', { name: 'Enter as a guest' })).toBeTruthy();
  });

  it('SH-21: of an unknown user shows that and the invitation', async () => {
    await showProfile(() => refused(404, 'User not found', 'user_not_found'));
    expect(await screen.findByRole('heading', { level: 1, name: 'User not found' })).toBeTruthy();
    expect(document.title).toBe('User not found · Adda');
    expectWaysIn();
  });

  it('PR-24: that failed to load can be retried', async () => {
    const page = await showProfile(() => refused(503, 'Adda is restarting.'));
    expect(await screen.findByText('Failed to load profile data')).toBeTruthy();
    page.answers(known);
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Riya' })).toBeTruthy();
  });
});

describe('a post without a session', () => {
  it('shows the picture, its texts and its sender, and the invitation', async () => {
    await showPost();
    expect(await screen.findByRole('img', { name: 'photo 1' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Riya/ }).getAttribute('href')).toBe('/profile/riya');
    expect(document.title).toBe('Post by Riya · Adda');
    expectWaysIn('/post/000000000000000000000001');
  });

  it('of text only shows the text once', async () => {
    await showPost(() => ({ body: postOf(1, { preview_url: null, caption: 'only words' }) }));
    expect(await screen.findAllByText('only words')).toHaveLength(1);
  });

  it.each([400, 404])('shows that it does not exist (%i)', async (status) => {
    await showPost(() => refused(status, 'Media not found'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Media not found' })).toBeTruthy();
    expectWaysIn();
  });

  it('that failed to load can be retried', async () => {
    const page = await showPost(() => refused(503, 'x'));
    expect(await screen.findByText('Failed to load media')).toBeTruthy();
    page.answers(known);
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('img', { name: 'photo 1' })).toBeTruthy();
  });
});
