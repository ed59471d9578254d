import type { Me } from '@adda/contract/accounts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { session, type SessionEnd } from '../../platform/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { openScreen, refusal, type Answers } from './accounts.fixture.tsx';
import { ProfileTab } from './profile-tab.tsx';

const ME = 'GET /users/me';
const FRIENDS = 'GET /users/me/referrals';
const RESEND = 'POST /auth/verify-email/resend';
const LOGOUT = 'POST /auth/logout';

const asha: Me = {
  username: 'asha',
  display_name: 'Asha of the Rooftop',
  email: 'asha@example.org',
  role: 'user',
  is_guest: false,
  following: [],
  email_verified: false,
  is_available: true,
  referral_code: 'k3m9x2pa',
  bio: null,
  links: [],
  profile_image_url: null,
  profile_picture: null,
  sex: 'female',
  age: 27,
  country: 'UK',
  state: 'Wales',
  created_at: '2026-01-02T03:04:05.678Z',
};
const guest: Me = {
  ...asha,
  username: '_guest-merry-otter',
  display_name: 'merry-otter',
  email: null,
  is_guest: true,
  referral_code: null,
};
const friends = (names: readonly string[], total = names.length) => ({
  body: {
    referrals: names.map((username) => ({ username, verified: username !== 'zoya', rewarded_at: null })),
    total_count: total,
  },
});

const openProfile = (me: Me, answers: Answers = {}) =>
  openScreen({
    at: '/profile',
    screen: ProfileTab,
    as: me.username,
    answers: {
      [ME]: { body: me },
      [FRIENDS]: friends([]),
      [LOGOUT]: { body: { message: 'ok' } },
      ...answers,
    },
  });

function hearEnds(): SessionEnd[] {
  const ends: SessionEnd[] = [];
  onTestFinished(session.onEnd((end) => ends.push(end)));
  return ends;
}

describe('the own profile', () => {
  it('SV-12: shows who is here, with the way to security', async () => {
    await openProfile(asha);
    expect(await screen.findByRole('heading', { level: 1, name: 'Asha of the Rooftop' })).toBeTruthy();
    expect(screen.getByText('@asha')).toBeTruthy();
    expect(screen.getByText('Wales, United Kingdom')).toBeTruthy();
    expect(screen.queryByText('Guest')).toBeNull();
    expect(screen.getByRole('link', { name: 'Security' }).getAttribute('href')).toBe('/security');
  });

  it('AU-02, AU-31: a guest is marked and invited to stay; no e-mail, no referral link', async () => {
    const page = await openProfile(guest);
    expect(await screen.findByText('Guest')).toBeTruthy();
    expect(screen.getByText('@merry-otter')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Keep my account' }).getAttribute('href')).toBe('/upgrade');
    expect(screen.queryByRole('heading', { name: 'E-mail' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Bring your friends' })).toBeNull();
    expect(page.seen.some((request) => request.path.includes('referrals'))).toBe(false);
  });

  it('can be asked for again when it did not load', async () => {
    const page = await openProfile(asha, { [ME]: refusal(503, 'draining', 'Adda is restarting.') });
    expect((await screen.findByRole('alert')).textContent).toContain('Adda is restarting.');
    page.answer({ [ME]: { body: asha } });
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('@asha')).toBeTruthy();
  });
});

describe('the e-mail address', () => {
  it('SV-08: gets a new mail, then counts the seconds until the next', async () => {
    const page = await openProfile(asha, { [RESEND]: { body: { message: 'ok' } } });
    await page.person.click(await screen.findByRole('button', { name: 'Send the mail again' }));
    expect(await screen.findByText('A new mail is on its way.')).toBeTruthy();
    const button = screen.getByRole('button', { name: /^Send again in \d+ s$/ });
    expect(button).toMatchObject({ disabled: true });
  });

  it('SV-08: shows the seconds of a 429 and lets nobody press before', async () => {
    const detail = 'We just sent you a mail. Please try again in 41 seconds.';
    const page = await openProfile(asha, {
      [RESEND]: refusal(429, 'verification_mail_too_soon', detail, 41),
    });
    await page.person.click(await screen.findByRole('button', { name: 'Send the mail again' }));
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
    expect(screen.getByRole('button', { name: /^Send again in (41|40) s$/ })).toMatchObject({
      disabled: true,
    });
  });

  it('SV-07: is shown as confirmed, also when that happened elsewhere', async () => {
    const page = await openProfile(asha, {
      [RESEND]: refusal(400, 'email_already_verified', 'Email already verified'),
    });
    const button = await screen.findByRole('button', { name: 'Send the mail again' });
    page.answer({ [ME]: { body: { ...asha, email_verified: true } } });
    await page.person.click(button);
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send the mail again' })).toBeNull();
  });
});

describe('the referral link', () => {
  it('SH-23: carries the code and is copied', async () => {
    const page = await openProfile(asha);
    const link = await screen.findByLabelText('Your link');
    const address = `${location.origin}/register?ref=k3m9x2pa`;
    expect(link).toMatchObject({ value: address });
    await page.person.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(toast.current()[0]?.text).toContain('Link copied'));
    expect(await navigator.clipboard.readText()).toBe(address);
  });

  it('SV-14: says when nobody has come yet', async () => {
    await openProfile(asha);
    expect(await screen.findByText(/Nobody has come with your link yet/)).toBeTruthy();
  });

  it('SV-14: lists the friends page by page, and who is not confirmed', async () => {
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

  it('SV-14: the friends can be asked for again when they did not load', async () => {
    const page = await openProfile(asha, { [FRIENDS]: refusal(500, 'internal', 'Something went wrong.') });
    expect(await screen.findByText('Something went wrong.')).toBeTruthy();
    page.answer({ [FRIENDS]: friends(['ravi']) });
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('1 friend came with your link')).toBeTruthy();
  });
});

describe('logging out', () => {
  it('SH-19, SV-05: tells the server, forgets token and username and lands at /', async () => {
    const ends = hearEnds();
    const page = await openProfile(asha);
    await page.person.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(ends).toEqual([{ reason: 'logged-out', landing: '/' }]));
    expect(page.seen.at(-1)?.path).toBe('/auth/logout');
    expect([localStorage.getItem('token'), localStorage.getItem('username')]).toEqual([null, null]);
  });

  it('SH-19: works without the server too', async () => {
    const ends = hearEnds();
    const page = await openProfile(asha);
    const button = await screen.findByRole('button', { name: 'Log out' });
    await page.close();
    await page.person.click(button);
    await waitFor(() => expect(ends).toEqual([{ reason: 'logged-out', landing: '/' }]));
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('AU-02: asks a guest first, who could not come back', async () => {
    const ends = hearEnds();
    const page = await openProfile(guest);
    await page.person.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(ends).toEqual([]);
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    await page.person.click(dialog.getByRole('button', { name: 'Leave for good' }));
    await waitFor(() => expect(ends).toEqual([{ reason: 'logged-out', landing: '/' }]));
  });
});
