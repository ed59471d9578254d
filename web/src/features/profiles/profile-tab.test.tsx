import type { Me } from '@adda/contract/accounts';
import type { Profile } from '@adda/contract/profiles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toast } from '../../ui/toast-store.ts';
import { openScreen, refusal, type TestResponses } from '../accounts/accounts.fixture.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { aboutOf, ownAccount, profileFor } from './profiles.fixture.tsx';

const ME = 'GET /users/me';
const FRIENDS = 'GET /users/me/referrals';

const asha = ownAccount();
const GUEST = '_guest-merry-otter';
const guest = ownAccount({
  username: GUEST,
  display_name: 'merry-otter',
  email: null,
  is_guest: true,
  referral_code: null,
});
const friends = (names: readonly string[], total = names.length) => ({
  body: {
    referrals: names.map((username) => ({ username, verified: username !== 'zoya', rewarded_at: null })),
    total_count: total,
  },
});

const profileOwnedBy = (me: Me): Profile =>
  profileFor(me.username, {
    is_self: true,
    display_name: me.display_name,
    referral_code: me.referral_code,
  });

const openProfile = (me: Me, answers: TestResponses = {}, view = 'about') =>
  openScreen({
    at: `/profile?view=${view}`,
    screen: ProfileTab,
    as: me.username,
    answers: {
      [ME]: { body: me },
      [`GET /feed/profile/${me.username}`]: { body: profileOwnedBy(me) },
      [`GET /groupchat/users/${me.username}/profile`]: { body: aboutOf(me.username) },
      'GET /media/list': { body: { media: [], total_count: 0 } },
      'GET /subscriptions/plans/list': { body: [] },
      [FRIENDS]: friends([]),
      ...answers,
    },
  });

describe('the caller’s own profile', () => {
  it('SV-12, HM-08: leads to the settings', async () => {
    await openProfile(asha);
    expect(await screen.findByRole('heading', { level: 1, name: 'Asha of the Rooftop' })).toBeTruthy();
    expect(screen.getByText('@asha')).toBeTruthy();
    expect(screen.queryByText('guest')).toBeNull();
    const settings = await screen.findByRole('link', { name: 'Settings' });
    expect(settings.getAttribute('href')).toBe('/v1/settings');
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
    expect(document.title).toBe('Asha of the Rooftop · Adda');
  });

  it('PR-05, HM-15: has four tabs, the account and what is earned not above the posts; opens the edit dialog', async () => {
    const page = await openProfile(asha, {}, 'posts');
    expect(await screen.findByRole('heading', { level: 1, name: 'Asha of the Rooftop' })).toBeTruthy();
    const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(tabs).toEqual(['Posts', 'Locked', 'Plans', 'About']);
    expect(await screen.findByText('Nothing here yet')).toBeTruthy();
    expect(screen.queryByText('asha@example.org')).toBeNull();
    await page.person.click(screen.getByRole('tab', { name: 'Locked' }));
    expect(await screen.findByText(/Lock a photo or a video/)).toBeTruthy();
    await page.person.click(screen.getByRole('tab', { name: 'Plans' }));
    expect(await screen.findByRole('button', { name: 'Create plan' })).toBeTruthy();
    await page.person.click(screen.getByRole('tab', { name: 'About' }));
    expect(await screen.findByRole('heading', { name: 'Bring your friends' })).toBeTruthy();
    await page.person.click(screen.getByRole('button', { name: 'Edit Profile' }));
    expect(await screen.findByRole('dialog', { name: 'Edit Profile' })).toBeTruthy();
  });

  it('AU-02, AU-31, PR-08: a guest is marked and invited to upgrade; no e-mail, no referral link', async () => {
    const page = await openProfile(guest, {}, 'plans');
    expect(await screen.findByText('guest')).toBeTruthy();
    expect(screen.getByText('@merry-otter')).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Posts', 'About']);
    expect(screen.getByRole('link', { name: 'Generate a permanent account' }).getAttribute('href')).toBe(
      '/upgrade',
    );
    await page.person.click(screen.getByRole('tab', { name: 'About' }));
    expect(await screen.findByRole('link', { name: 'Settings' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Bring your friends' })).toBeNull();
    expect(page.seen.some((request) => request.path.includes('referrals'))).toBe(false);
  });

  it.each([
    [
      'PR-24',
      'GET /feed/profile/asha',
      'Failed to load profile data',
      { body: profileOwnedBy(asha) },
      '@asha',
    ],
    ['PR-25', ME, 'Failed to load user data', { body: asha }, 'Bring your friends'],
  ])('%s: can be retried when %s has failed', async (_id, call, text, answer, shown) => {
    const page = await openProfile(asha, { [call]: refusal(503, 'draining', 'Adda is restarting.') });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading', { name: text })).toBeTruthy();
    expect(alert.textContent).toContain('Adda is restarting.');
    page.answer({ [call]: answer });
    await page.person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(shown)).toBeTruthy();
  });
});

describe('the referral link', () => {
  it('PR-09, PR-10, PR-11, CO-18: contains the code, states the reward, and can be copied', async () => {
    const page = await openProfile(asha);
    const link = await screen.findByLabelText('Your link');
    const address = `${location.origin}/register?ref=k3m9x2pa`;
    expect(link).toMatchObject({ value: address });
    await page.person.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(toast.current()[0]?.text).toBe('Referral link copied to clipboard!'));
    expect(await navigator.clipboard.readText()).toBe(address);
    expect(screen.getByText(/You get 10 INR for every friend who signs up/)).toBeTruthy();
  });

  it('PR-12: shows that copying failed, and selects the link', async () => {
    const page = await openProfile(asha);
    const link = await screen.findByLabelText('Your link');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await page.person.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() =>
      expect(toast.current()).toMatchObject([{ text: 'Failed to copy referral link.', tone: 'problem' }]),
    );
    expect(Object(link).selectionEnd).toBe(`${location.origin}/register?ref=k3m9x2pa`.length);
  });

  it('SV-14: shows that there are no friends yet', async () => {
    await openProfile(asha);
    expect(await screen.findByText(/Nobody has come with your link yet/)).toBeTruthy();
  });

  it('SV-14: lists the friends page by page, with those who are not verified', async () => {
    const first = Array.from({ length: 10 }, (_, index) => `friend${index}`);
    const page = await openProfile(asha, {
      [FRIENDS]: ({ path }) => (path.includes('page=2') ? friends(['zoya'], 11) : friends(first, 11)),
    });
    expect(await screen.findByText('11 friends came with your link')).toBeTruthy();
    await page.person.click(screen.getByRole('button', { name: 'Show more' }));
    const row = (await screen.findByText('zoya')).closest('li');
    expect(row?.textContent).toContain('Not confirmed yet');
    expect(screen.getAllByText('Confirmed')).toHaveLength(10);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('SV-14, X-16, CO-18: a rewarded friend shows the reward and its date', async () => {
    const referrals = [
      { username: 'ravi', verified: true, rewarded_at: '2026-03-05T10:00:00.000Z' },
      { username: 'zoya', verified: false, rewarded_at: null },
    ];
    await openProfile(asha, {
      [FRIENDS]: { body: { referrals, total_count: 2 } },
      'GET /config/client': { body: { features: {}, referral_reward_coins: 10 } },
    });
    await screen.findByText('+10 coins');
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows.find((row) => row.includes('ravi'))).toMatch(/\+10 coins.*5 March/);
    expect(rows.find((row) => row.includes('zoya'))).not.toContain('coins');
  });

  it('SV-14: a failed list of friends can be retried', async () => {
    const page = await openProfile(asha, { [FRIENDS]: refusal(500, 'internal', 'Something went wrong.') });
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy();
    page.answer({ [FRIENDS]: friends(['ravi']) });
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('1 friend came with your link')).toBeTruthy();
  });
});
