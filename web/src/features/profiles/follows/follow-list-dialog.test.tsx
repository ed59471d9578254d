import type { FollowRow } from '@adda/contract/relations';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { refused } from '../../../test/people-page.tsx';
import { followRowOf, profileFor, showProfile, type ProfileStage } from '../profiles.fixture.tsx';
import { ProfileScreen } from '../profile-screen.tsx';

const FOLLOWERS = '/users/riya/followers';
const profile = profileFor('riya', { display_name: 'Riya', total_followers: 3, total_following: 1 });

/** Answers the list of followers by cursor. */
const listOf =
  (...pages: readonly (readonly FollowRow[])[]): NonNullable<ProfileStage['answer']> =>
  ({ path }) => {
    if (!path.startsWith(FOLLOWERS)) return undefined;
    const at = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? 0);
    return { body: { followers: pages[at], next_cursor: at + 1 < pages.length ? String(at + 1) : null } };
  };

async function open(stage: ProfileStage, name: RegExp = /followers/) {
  const page = await showProfile(() => <ProfileScreen />, { profile, ...stage });
  const opener = await screen.findByRole('button', { name });
  await page.person.click(opener);
  const dialog = within(await screen.findByRole('dialog'));
  return { ...page, opener, dialog };
}

describe('the list of followers', () => {
  it('HM-15: opens from the number; each row leads to a person and has Follow, except one’s own', async () => {
    const rows = [followRowOf('zoya', { display_name: 'Zoya' }), followRowOf('asha'), followRowOf('ravi')];
    const page = await open({ answer: listOf(rows) });
    expect(page.dialog.getByRole('heading', { name: 'Followers' })).toBeTruthy();
    const zoya = await page.dialog.findByRole('link', { name: /Zoya/ });
    expect(zoya.getAttribute('href')).toBe('/profile/zoya');
    expect(page.dialog.getAllByRole('button', { name: /^Follow/ })).toHaveLength(2);
    await page.person.click(page.dialog.getByRole('button', { name: 'Follow Zoya' }));
    expect(await page.dialog.findByRole('button', { name: 'Followed Zoya', pressed: true })).toBeTruthy();
    expect(page.asked('POST /subscriptions/follow').map(({ path }) => path)).toEqual([
      expect.stringContaining('zoya'),
    ]);
    // The numbers on the profile are read again.
    await waitFor(() => expect(page.asked('GET /feed/profile/riya').length).toBeGreaterThan(1));
    await page.person.click(page.dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(page.opener);
  });

  it('HM-15: a list that is closed before a follow is confirmed changes the numbers too', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const list = listOf([followRowOf('zoya')]);
    const page = await open({
      answer: (request) =>
        request.path.startsWith('/subscriptions/follow')
          ? { body: { message: 'ok', following: ['zoya'] }, until: promise }
          : list(request),
    });
    await page.person.click(await page.dialog.findByRole('button', { name: 'Follow zoya' }));
    await page.person.click(page.dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    page.change({ profile: { ...profile, total_following: 2 } });
    resolve();
    expect(await screen.findByRole('button', { name: '2 following' })).toBeTruthy();
  });

  it('HM-15: the next page is loaded near the end, and repeats nobody', async () => {
    const near: (() => void)[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
          near.push(() => seen([{ isIntersecting: true }]));
        }
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const page = await open({
      answer: listOf([followRowOf('zoya'), followRowOf('ravi')], [followRowOf('zoya'), followRowOf('meera')]),
    });
    await page.dialog.findByRole('link', { name: /ravi/ });
    act(() => near.at(-1)?.());
    expect(await page.dialog.findByRole('link', { name: /meera/ })).toBeTruthy();
    expect(page.dialog.getAllByRole('listitem')).toHaveLength(3);
    expect(page.dialog.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('HM-15: a page that fails keeps the others and can be tried again', async () => {
    const whole = listOf([followRowOf('zoya')], [followRowOf('ravi')]);
    const page = await open({
      answer: (request) => (request.path.includes('cursor=1') ? refused(503, 'Busy.') : whole(request)),
    });
    await page.dialog.findByRole('link', { name: /zoya/ });
    await page.person.click(page.dialog.getByRole('button', { name: 'Show more' }));
    expect(await page.dialog.findByRole('alert')).toBeTruthy();
    expect(page.dialog.getByRole('link', { name: /zoya/ })).toBeTruthy();
    page.change({ answer: whole });
    await page.person.click(page.dialog.getByRole('button', { name: 'Try Again' }));
    expect(await page.dialog.findByRole('link', { name: /ravi/ })).toBeTruthy();
    expect(page.dialog.queryByRole('alert')).toBeNull();
  });

  it('HM-15: an empty list, one that failed, and one that was hidden meanwhile', async () => {
    const page = await open({ answer: listOf([]) });
    expect(await page.dialog.findByText('Nobody follows Riya yet.')).toBeTruthy();
    page.unmount();
    const failing = await open({
      answer: ({ path }) => (path.startsWith(FOLLOWERS) ? refused(503, 'x') : undefined),
    });
    expect(await failing.dialog.findByText("This list didn't load")).toBeTruthy();
    failing.change({
      answer: ({ path }) => (path.startsWith(FOLLOWERS) ? refused(404, 'User not found') : undefined),
    });
    await failing.person.click(failing.dialog.getByRole('button', { name: 'Try Again' }));
    expect(await failing.dialog.findByText("This list isn't shown")).toBeTruthy();
  });

  it('HM-15: without a network says so, and shows the list once there is one', async () => {
    await showProfile(() => <ProfileScreen />, { profile, answer: listOf([followRowOf('zoya')]) });
    const opener = await screen.findByRole('button', { name: /followers/ });
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    opener.click();
    expect(await screen.findByText("You're offline.")).toBeTruthy();
    act(() => onlineManager.setOnline(true));
    expect(await screen.findByRole('link', { name: /zoya/ })).toBeTruthy();
  });

  it('HM-15: a hidden list has neither a number nor a button', async () => {
    const hidden = { ...profile, total_followers: null };
    await showProfile(() => <ProfileScreen />, { profile: hidden });
    expect(await screen.findByRole('button', { name: /following/ })).toBeTruthy();
    expect(screen.queryByText(/followers?$/)).toBeNull();
  });
});
