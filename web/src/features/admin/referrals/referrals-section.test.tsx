import type { ReferralReview } from '@adda/contract/rewards';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { hoursAgo, openConsole } from '../admin.fixture.tsx';

const referral: ReferralReview = {
  referral_id: 'c'.repeat(24),
  referrer: 'asha',
  friend: 'ben',
  status: 'waiting',
  created_at: hoursAgo(3),
  decided_by: null,
};

it('SV-96: a held reward names both users and is approved once', async () => {
  const { person, seen, answer } = await openConsole('view=referrals', {
    'GET /admin/referrals': { body: { referrals: [referral], total_count: 1 } },
    [`PATCH /admin/referrals/${referral.referral_id}`]: { body: { message: 'ok' } },
  });
  const list = within(await screen.findByRole('list', { name: 'Referrals' }));
  expect(list.getByRole('link', { name: 'asha' })).toBeDefined();
  expect(list.getByRole('link', { name: 'ben' })).toBeDefined();
  answer({ 'GET /admin/referrals': { body: { referrals: [], total_count: 0 } } });
  await person.dblClick(list.getByRole('button', { name: 'Approve and pay' }));
  await screen.findByText('No reward is waiting');
  const sent = seen.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(sent).toEqual([{ status: 'approved' }]);
});

it('SV-96: a decided one names the administrator and has no buttons', async () => {
  await openConsole('view=referrals&filter=status%3Ddecided', {
    'GET /admin/referrals': {
      body: { referrals: [{ ...referral, status: 'refused', decided_by: 'rani' }], total_count: 1 },
    },
  });
  await screen.findByText('Refused by rani');
  expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull();
});
