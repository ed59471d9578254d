import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RecordedRequest } from '../../test/answering-server.ts';
import { refused } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ProfileScreen } from './profile-screen.tsx';
import { profileOf } from './profiles.queries.ts';
import { planOf, profileFor, showProfile, type ProfileStage } from './profiles.fixture.tsx';

const show = (stage: ProfileStage = {}, where: { at?: string; as?: string } = {}) =>
  showProfile(() => <ProfileScreen />, stage, where);

const PLANS = { at: '/profile/riya?view=plans' };
const OWN_PLANS = { at: '/profile/asha?view=plans' };

const riya = (given = {}) => profileFor('riya', { display_name: 'Riya', ...given });

describe('another user’s profile', () => {
  it('PR-01, SH-21: shows names, bio, counts and actions', async () => {
    const profile = riya({
      bio: 'Songs\nand tea',
      total_posts: 1,
      total_followers: 12,
      total_subscribers: 3,
    });
    await show({ profile });
    expect(await screen.findByRole('heading', { level: 1, name: 'Riya' })).toBeTruthy();
    expect(document.title).toBe('Riya · Adda');
    expect(screen.getByText('@riya')).toBeTruthy();
    expect(screen.getByText(/Songs\s+and tea/)).toBeTruthy();
    const counts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(counts).toEqual(expect.arrayContaining(['1post', '12followers', '3subscribers']));
    expect(screen.getByRole('link', { name: 'Message' }).getAttribute('href')).toBe('/v1/chat/riya');
  });

  it('PR-02, PR-09, PR-27: has no owner actions', async () => {
    await show({ profile: riya() });
    await screen.findByRole('button', { name: 'Follow' });
    for (const name of ['Edit Profile', 'New post', 'Create plan', 'Copy', 'Log out']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('PR-01: only http and https addresses are links, and safe ones', async () => {
    const links = [
      'https://riya.example/songs/',
      'javascript:alert(1)',
      'https://user:secret@riya.example',
      'http://tea.example?x=1',
      'https://gap .example',
    ];
    await show({ profile: riya({ links }) });
    const list = within(await screen.findByRole('list', { name: 'Links' }));
    const shown = list.getAllByRole('link');
    expect(shown.map(({ textContent }) => textContent)).toEqual(['riya.example/songs', 'tea.example?x=1']);
    for (const link of shown) {
      expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
      // A shortened address has its full form as title.
      expect(link.getAttribute('title')).toBe(link.getAttribute('href'));
      expect(link.getAttribute('target')).toBe('_blank');
    }
  });

  it('PR-03, FE-54: Follow becomes Followed, and the count is reloaded', async () => {
    const profile = riya();
    const page = await show({ profile });
    const button = await screen.findByRole('button', { name: 'Follow' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    page.change({ profile: { ...profile, is_following: true, total_followers: 1 } });
    await page.person.click(button);
    expect(await screen.findByRole('button', { name: 'Followed', pressed: true })).toBeTruthy();
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('1follower'),
    );
    expect(page.asked('POST /subscriptions/follow')).toHaveLength(1);
  });

  it.each([
    ['subscribed and no guest', { is_subscribed: true }, 'asha', true],
    ['not subscribed', { is_subscribed: false }, 'asha', false],
    ['a guest', { is_subscribed: true }, '_guest-ivy', false],
  ])('PR-04: Unsubscribe for a viewer who is %s', async (_who, given, as, isShown) => {
    await show({ profile: riya(given) }, { as });
    await screen.findByRole('link', { name: 'Message' });
    expect(screen.queryByRole('button', { name: 'Unsubscribe' }) !== null).toBe(isShown);
  });

  it('PR-04, PR-06: unsubscribing asks for confirmation, then the profile is reloaded', async () => {
    const profile = riya({ is_subscribed: true });
    const page = await show({ profile });
    await page.person.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unsubscribe from riya?' }));
    page.change({ profile: { ...profile, is_subscribed: false } });
    await page.person.click(dialog.getByRole('button', { name: 'Unsubscribe' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull());
    expect(page.asked('POST /subscriptions/unsubscribe')).toHaveLength(1);
  });

  it('RP-10, RP-01: Block and Report are in a menu', async () => {
    const page = await show({ profile: riya() });
    await page.person.click(await screen.findByRole('button', { name: 'More' }));
    await page.person.click(screen.getByRole('menuitem', { name: 'Block' }));
    expect(await screen.findByRole('dialog', { name: 'Block riya?' })).toBeTruthy();
    await page.person.click(screen.getByRole('button', { name: 'Cancel' }));
    await page.person.click(screen.getByRole('button', { name: 'More' }));
    await page.person.click(screen.getByRole('menuitem', { name: 'Report' }));
    expect(await screen.findByRole('dialog', { name: /Report/ })).toBeTruthy();
  });

  it('PR-23: shows that the picture did not load', async () => {
    const { container } = await show({ profile: riya({ profile_image_url: '/media/avatars/none' }) });
    await screen.findByRole('button', { name: 'Follow' });
    const picture = container.querySelector('header img');
    expect(screen.queryByText('Failed to load profile picture')).toBeNull();
    picture?.dispatchEvent(new Event('error'));
    expect(await screen.findByText('Failed to load profile picture')).toBeTruthy();
  });
});

describe('plans of a profile', () => {
  it('PL-02: are cards; while payments are disabled there is no button, and a note says so', async () => {
    await show({ profile: riya({ plans: [planOf()] }) }, PLANS);
    expect(await screen.findByText('Backstage')).toBeTruthy();
    expect(await screen.findByText('$4.50 for 30 days')).toBeTruthy();
    expect(await screen.findByText("Subscribing isn't open on this server yet.")).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull();
  });

  it('X-05, SH-24: Subscribe opens the chat with the plan once payments are enabled', async () => {
    await show({ profile: riya({ plans: [planOf()] }), payments: true }, PLANS);
    const link = await screen.findByRole('link', { name: 'Subscribe' });
    expect(link.getAttribute('href')).toBe('/v1/chat/plan_000000000000000000000001');
  });

  it('SU-18: guests see Subscribe disabled, and that they need an account', async () => {
    await show({ profile: riya({ plans: [planOf()] }), payments: true }, { ...PLANS, as: '_guest-ivy' });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Subscribe' });
    expect(button.disabled).toBe(true);
    expect(screen.getByText('Upgrade to permanent user')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull();
  });

  it('HM-16, X-09, PL-03: the price is in dollars or in rupees, as the reader has set', async () => {
    const answer = ({ path }: RecordedRequest) =>
      path === '/users/settings' ? { body: { currency: 'INR' } } : undefined;
    await show({ profile: riya({ plans: [planOf()] }), payments: true, answer }, PLANS);
    expect(await screen.findByText('₹382.50 for 30 days')).toBeTruthy();
    expect(screen.queryByText(/\$/)).toBeNull();
  });

  it('SV-70: the owner edits a plan or stops selling it, from a menu; no other user has the menu', async () => {
    const plan = planOf({ creator: 'asha' });
    const page = await show({ profile: profileFor('asha'), plans: [plan] }, OWN_PLANS);
    const menu = await screen.findByRole('button', { name: 'Change the plan Backstage' });
    await page.person.click(menu);
    await page.person.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(await screen.findByRole('dialog', { name: 'Edit plan' })).toBeTruthy();
    await page.person.click(screen.getByRole('button', { name: 'Cancel' }));
    await page.person.click(menu);
    await page.person.click(screen.getByRole('menuitem', { name: 'Stop selling' }));
    expect(await screen.findByRole('dialog', { name: 'Stop selling Backstage?' })).toBeTruthy();
    page.unmount();
    await show({ profile: riya({ plans: [planOf()] }), payments: true }, PLANS);
    await screen.findByText('Backstage');
    expect(screen.queryByRole('button', { name: /Change the plan/ })).toBeNull();
  });

  it('SV-78: the owner of a plan sees its earnings', async () => {
    const plan = planOf({ creator: 'asha' });
    await show({ profile: profileFor('asha'), plans: [plan] }, OWN_PLANS);
    expect(await screen.findByRole('heading', { name: 'Earnings' })).toBeTruthy();
  });

  it('PR-27, HM-15: the owner can add one; other users get no empty tab', async () => {
    const page = await show({ profile: profileFor('asha') }, OWN_PLANS);
    await page.person.click(await screen.findByRole('button', { name: 'Create plan' }));
    expect(await screen.findByRole('dialog', { name: 'Create a plan' })).toBeTruthy();
    page.unmount();
    await show({ profile: riya() }, PLANS);
    await screen.findByRole('button', { name: 'Follow' });
    expect(screen.queryByRole('tab', { name: 'Plans' })).toBeNull();
    expect(screen.getByRole('tab', { name: 'Posts', selected: true })).toBeTruthy();
  });

  it('PL-19: a list that failed to load shows it and can be retried', async () => {
    const answer: ProfileStage['answer'] = ({ path }) =>
      path.startsWith('/subscriptions/plans') ? refused(500, 'x') : undefined;
    const page = await show({ profile: profileFor('asha'), answer }, OWN_PLANS);
    expect(await screen.findByText('Failed to fetch subscription plans')).toBeTruthy();
    page.change({ answer: undefined, plans: [planOf({ creator: 'asha' })] });
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Backstage')).toBeTruthy();
  });
});

describe('states of a profile', () => {
  it('PR-26, CO-46: is refreshed every five minutes', () => {
    expect(profileOf('riya').refetchInterval).toBe(300_000);
  });

  it('SH-21: an unknown username', async () => {
    await show({
      answer: ({ path }) => (path.startsWith('/feed/') ? refused(404, 'User not found') : undefined),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'User not found' })).toBeTruthy();
    expect(document.title).toBe('User not found · Adda');
    expect(screen.getByRole('link', { name: 'Go to the feed' }).getAttribute('href')).toContain('tab=feed');
  });

  it('SV-52: a block made by the viewer can be removed; nothing else is shown or requested', async () => {
    const profile = riya({ is_blocked: true, blocked_by_me: true });
    const page = await show({ profile });
    await page.person.click(await screen.findByRole('button', { name: 'Unblock' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unblock riya?' }));
    page.change({ profile: riya() });
    expect(page.asked('GET /media/list')).toHaveLength(0);
    await page.person.click(dialog.getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByRole('button', { name: 'Follow' })).toBeTruthy();
  });

  it('SV-52: a block made by the other user does not show who blocked', async () => {
    await show({ profile: riya({ is_blocked: true }) });
    expect(await screen.findByText("This profile isn't available to you.")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Unblock' })).toBeNull();
    expect(screen.queryByText(/block/i)).toBeNull();
  });

  it.each(['Edit Profile', 'New post'])(
    'PR-08, PR-19, FE-25: a guest who presses %s reads how to upgrade',
    async (name) => {
      const profile = profileFor('_guest-ivy', { is_self: true });
      const page = await show({ profile }, { at: '/profile/_guest-ivy', as: '_guest-ivy' });
      expect(
        (await screen.findByRole('link', { name: 'Generate a permanent account' })).getAttribute('href'),
      ).toBe('/upgrade');
      await page.person.click(screen.getByRole('button', { name }));
      expect(toast.current()).toMatchObject([{ text: 'Upgrade to permanent user' }]);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.queryByRole('tab', { name: 'Plans' })).toBeNull();
    },
  );
});
