import * as z from 'zod/mini';
import { page, pageSize } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import * as limits from './wallet.limits.ts';
import * as s from './wallet.schemas.ts';

const message = z.object({ message: z.string() });
const byId = z.object({ payout_id: s.payoutId });

export const walletRoutes = defineRoutes({
  'GET /wallet/balance': {
    summary: 'Balance of the caller in coins; guests have none (WA-07, SV-84, X-43).',
    access: 'session',
    rate: 'read',
    output: s.balance,
    errors: [],
  },
  'GET /wallet/history': {
    summary: 'History of the caller’s coins, the newest first, without hidden entries (WA-10).',
    access: 'session',
    rate: 'read',
    query: z.object({ page, page_size: pageSize(limits.HISTORY_PAGE, limits.HISTORY_PAGE_MAX) }),
    output: z.object({
      history: z.array(s.transaction),
      page: z.int(),
      total_pages: z.int(),
      total_count: z.int(),
    }),
    errors: [],
  },
  'DELETE /wallet/history/:id': {
    summary: 'Hide an entry of the caller’s history; balance and ledger stay unchanged (WA-14, Q-22).',
    access: 'session',
    rate: 'write',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    output: message,
    errors: ['transaction_not_found'],
  },
  'GET /wallet/leaderboard': {
    summary: 'Registered users by balance, then by name, with the caller’s own rank (LB-02, SV-94).',
    access: 'session',
    rate: 'read',
    query: z.object({ page, page_size: pageSize(limits.LEADERBOARD_PAGE, limits.LEADERBOARD_PAGE_MAX) }),
    output: z.object({
      leaderboard: z.array(s.leaderboardEntry),
      current_user_position: z.nullable(z.int()),
      current_user_entry: z.nullable(s.leaderboardEntry),
      page: z.int(),
      total_users: z.int(),
      total_pages: z.int(),
    }),
    errors: [],
  },
  'POST /wallet/request-payout': {
    summary: 'Request a payout; its coins are held at once (PY-07, SV-91, X-13).',
    access: 'session',
    rate: 'write',
    guests: 'guests_cannot_request_payout',
    needsRecentProof: true,
    body: s.payoutInput,
    invalid: 'payout_amount_invalid',
    output: z.object({ message: z.string(), payout_id: s.payoutId }),
    errors: [
      'guests_cannot_request_payout',
      'payout_needs_email',
      'payout_amount_invalid',
      'payout_balance_too_low',
      'payout_too_small',
      'payout_above_balance',
      'payout_held_by_payee',
      'payout_waiting',
    ],
  },
  'GET /wallet/payouts': {
    summary: 'The caller’s payout requests, the newest first (SV-92).',
    access: 'registered',
    rate: 'read',
    query: z.object({ page, page_size: pageSize(limits.PAYOUTS_PAGE, limits.PAYOUTS_PAGE_MAX) }),
    output: z.object({
      payouts: z.array(s.payout),
      page: z.int(),
      total_pages: z.int(),
      total_count: z.int(),
    }),
    errors: [],
  },
  'GET /wallet/payee': {
    summary: 'The caller’s payee, masked; null until it is set (SV-93).',
    access: 'registered',
    rate: 'read',
    output: z.object({ payee: z.nullable(s.payee), payouts_from: s.payoutsFrom }),
    errors: [],
  },
  'POST /wallet/payee': {
    summary: 'Set the caller’s payee; stored encrypted (SV-93).',
    access: 'registered',
    rate: 'write',
    needsRecentProof: true,
    body: s.payeeInput,
    output: z.object({ message: z.string(), payee: s.payee, payouts_from: s.payoutsFrom }),
    errors: [],
  },
  'GET /admin/payouts': {
    summary: 'Payout requests with the source of their coins, the oldest first (SV-93).',
    access: 'admin',
    rate: 'read',
    query: z.object({
      status: z.optional(s.payoutStatus),
      page,
      page_size: pageSize(limits.PAYOUTS_PAGE, limits.PAYOUTS_PAGE_MAX),
    }),
    output: z.object({
      payouts: z.array(s.payoutCase),
      page: z.int(),
      total_pages: z.int(),
      total_count: z.int(),
    }),
    errors: [],
  },
  'GET /admin/payouts/:payout_id': {
    summary: 'One payout request with the full payee; reading it is recorded in the audit log (SV-93).',
    access: 'admin',
    rate: 'read',
    params: byId,
    output: z.object({ payout: s.payoutCase, account: z.nullable(z.string()) }),
    errors: ['payout_not_found'],
  },
  'PATCH /admin/payouts/:payout_id': {
    summary:
      'Decide a payout request: pending to approved to paid, or rejected with all coins released (SV-93, X-13). Above FOUR_EYES_COINS two administrators must approve; their own requests are excluded.',
    access: 'admin',
    rate: 'write',
    params: byId,
    body: s.payoutDecision,
    output: z.object({ message: z.string(), status: s.payoutStatus }),
    errors: ['payout_not_found', 'payout_step_refused', 'payout_owes', 'second_administrator_needed'],
  },
  'POST /admin/wallet/bonus': {
    summary:
      'Give another user coins, as a star bonus; recorded in the audit log (SV-95). Above FOUR_EYES_COINS it waits for a second administrator.',
    access: 'admin',
    rate: 'write',
    body: s.bonusInput,
    output: z.object({ message: z.string(), status: s.bonusStatus }),
    errors: ['user_not_found', 'bonus_request_used'],
  },
  'GET /admin/wallet/bonuses': {
    summary: 'Bonuses above FOUR_EYES_COINS, the newest first.',
    access: 'admin',
    rate: 'read',
    query: z.object({
      status: z.optional(s.bonusStatus),
      page,
      page_size: pageSize(limits.BONUSES_PAGE, limits.BONUSES_PAGE_MAX),
    }),
    output: z.object({
      bonuses: z.array(s.bonusCase),
      page: z.int(),
      total_pages: z.int(),
      total_count: z.int(),
    }),
    errors: [],
  },
  'PATCH /admin/wallet/bonuses/:bonus_id': {
    summary: 'Confirm or refuse a bonus that another administrator proposed; recorded in the audit log.',
    access: 'admin',
    rate: 'write',
    params: z.object({ bonus_id: s.bonusId }),
    body: s.bonusDecision,
    output: message,
    errors: [
      'bonus_not_found',
      'bonus_decided',
      'second_administrator_needed',
      'user_not_found',
      'bonus_request_used',
    ],
  },
});
