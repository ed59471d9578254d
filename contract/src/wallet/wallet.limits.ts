/** The balance is read again so often, in milliseconds (WA-06, CO-23). */
export const WALLET_REFRESH_MS = 30_000;

/** Lines on a page of the history: in the list, and where it is only glanced at (CO-45). */
export const HISTORY_PAGE = 10;
export const HISTORY_QUICK_PAGE = 6;
export const HISTORY_PAGE_MAX = 100;

/** People on a page of the leaderboard (LB-03). */
export const LEADERBOARD_PAGE = 10;
export const LEADERBOARD_PAGE_MAX = 100;

/** Requests for payout on a page. */
export const PAYOUTS_PAGE = 10;
export const PAYOUTS_PAGE_MAX = 100;

/** Fewest coins that are paid out; the texts call them INR (PY-09, X-13). */
export const PAYOUT_MIN_COINS = 500;

/** Most coins in one request, which keeps sums sane. */
export const PAYOUT_MAX_COINS = 10_000_000_000_000;

/** A wallet's calls are tried again so often when the server is busy, after this pause at first (WA-18, CO-47). */
export const WALLET_RETRIES = 3;
export const WALLET_RETRY_MS = 1000;

/** What the wallet counts in. */
export const WALLET_CURRENCY = 'COIN';

/** Longest texts of a payee. */
export const PAYEE_NAME_MAX = 80;
export const PAYEE_ACCOUNT_MAX = 120;

/** Hours after a change of payee in which no payout can be requested; the first payee ever is no change. */
export const PAYEE_HOLD_HOURS = 72;

/** Bonuses that wait for a second administrator, on a page. */
export const BONUSES_PAGE = 20;
export const BONUSES_PAGE_MAX = 100;

/** Longest reference and note of who decides about a payout, and description of a bonus. */
export const PAYOUT_NOTE_MAX = 300;

/** Most coins of one bonus. */
export const BONUS_MAX_COINS = 100_000;
