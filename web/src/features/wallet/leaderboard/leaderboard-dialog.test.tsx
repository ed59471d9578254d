import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { entryOf } from '../wallet.fixture.ts';
import { LeaderboardDialog } from './leaderboard-dialog.tsx';

const own = entryOf(14, 'asha', { balance: 501.25, is_current_user: true });
const people = ['riya', 'kabir', 'noor', 'dev'].map((name, index) =>
  entryOf(index + 1, name, { has_profile: name !== 'kabir' }),
);

const board = (overrides: object = {}) => ({
  body: {
    leaderboard: people,
    current_user_position: 14,
    current_user_entry: own,
    page: 1,
    total_users: 20,
    total_pages: 2,
    ...overrides,
  },
});

const noPlace = { current_user_position: null, current_user_entry: null };

async function show(answering: RequestHandler, as = 'asha') {
  const page = await showPeople(() => <LeaderboardDialog onClose={vi.fn()} />, answering, as);
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Leaderboard' })) };
}

describe('the leaderboard', () => {
  it('SH-49, LB-02, LB-03, CO-45: ranks, names and balances of ten users, the caller’s own rank on top', async () => {
    const { dialog, asked } = await show(() => board());
    const place = within(await dialog.findByRole('region', { name: 'Your place' }));
    expect(place.getByText('Place 14')).toBeTruthy();
    expect(place.getByText('501.25 coins')).toBeTruthy();
    expect(place.getByText('Your place: 14 of 20')).toBeTruthy();
    const rows = dialog.getAllByRole('listitem');
    expect(rows).toHaveLength(4);
    expect(rows[0]?.textContent).toMatch(/^Place 1Rriya999999 coins$/);
    expect(asked('GET /wallet/leaderboard').map(({ path }) => path.split('?')[1])).toEqual([
      'page=1&page_size=10',
    ]);
  });

  it('R-14: a name links to the profile, unless one of the two users blocks the other', async () => {
    const { dialog } = await show(() => board());
    const link = await dialog.findByRole('link', { name: 'riya' });
    expect(link.getAttribute('href')).toBe('/profile/riya');
    expect(dialog.getByText('kabir')).toBeTruthy();
    expect(dialog.queryByRole('link', { name: 'kabir' })).toBeNull();
  });

  it('SV-94: guests have no own rank', async () => {
    const { dialog } = await show(() => board(noPlace), '_guest-ivy');
    await dialog.findByText('riya');
    expect(dialog.queryByRole('region', { name: 'Your place' })).toBeNull();
  });

  it('LB-03: goes to the next page', async () => {
    const { dialog, person, answers } = await show(() => board());
    await dialog.findByText('Page 1 of 2');
    answers(() => board({ page: 2, leaderboard: [entryOf(11, 'zoya')] }));
    await person.click(dialog.getByRole('button', { name: 'Next' }));
    expect(await dialog.findByText('zoya')).toBeTruthy();
    expect(dialog.getByText('Page 2 of 2')).toBeTruthy();
  });

  it('LB-02: groups the digits of large ranks and user counts', async () => {
    const own = entryOf(1234, 'asha', { is_current_user: true });
    const { dialog } = await show(() =>
      board({
        current_user_position: 1234,
        current_user_entry: own,
        total_users: 56_789,
        total_pages: 5679,
      }),
    );
    expect(await dialog.findByText('Your place: 1,234 of 56,789')).toBeTruthy();
    expect(dialog.getByText('Page 1 of 5,679')).toBeTruthy();
  });

  it("LB-04: 'Failed to load leaderboard' with Retry", async () => {
    const { dialog, person, answers } = await show(() => refused(500, 'Something went wrong.'));
    expect(await dialog.findByText('Failed to load leaderboard')).toBeTruthy();
    answers(() => board());
    await person.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByText('riya')).toBeTruthy();
    expect(dialog.queryByText('Failed to load leaderboard')).toBeNull();
  });

  it('shows an empty state if no user is listed', async () => {
    const { dialog } = await show(() =>
      board({ ...noPlace, leaderboard: [], total_users: 0, total_pages: 0 }),
    );
    expect(await dialog.findByText('Nobody has coins yet')).toBeTruthy();
  });
});
