import type { Balance, LeaderboardEntry, Payout, Transaction } from '@adda/contract/wallet';

/** Returns a balance, by default with no bought and no held coins. */
export const balanceOf = (coins: number, overrides: Partial<Balance> = {}): Balance => ({
  balance: coins,
  currency: 'COIN',
  payable: coins,
  held: 0,
  ...overrides,
});

/** Returns a history entry: 5 credited coins. */
export const lineOf = (number: number, overrides: Partial<Transaction> = {}): Transaction => ({
  _id: String(number).padStart(24, '0'),
  transaction_type: 'credit',
  description: `line ${number}`,
  amount: 5,
  created_at: '2026-11-20T10:00:00.000Z',
  is_referral: false,
  is_login_bonus: false,
  is_star_bonus: false,
  is_wheel_game: false,
  is_ad_reward: false,
  is_gift_sent: false,
  ...overrides,
});

/** Returns a leaderboard entry. */
export const entryOf = (
  position: number,
  username: string,
  overrides: Partial<LeaderboardEntry> = {},
): LeaderboardEntry => ({
  position,
  username,
  balance: 1000 - position,
  is_current_user: false,
  profile_image_url: null,
  has_profile: true,
  ...overrides,
});

/** Returns a pending request for 500 coins. */
export const payoutOf = (overrides: Partial<Payout> = {}): Payout => ({
  id: 'payout_000000000000000000000001',
  amount: 500,
  payable: 500,
  status: 'pending',
  created_at: '2026-11-20T10:00:00.000Z',
  decided_at: null,
  note: null,
  reference: null,
  ...overrides,
});
