/** Refresh interval of the balance, in milliseconds (WA-06, CO-23). */
export const WALLET_REFRESH_MS = 30_000;

/** Entries per page of the history: in the list, and in the overview (CO-45). */
export const HISTORY_PAGE = 10;
export const HISTORY_QUICK_PAGE = 6;
export const HISTORY_PAGE_MAX = 100;

/** Users per page of the leaderboard (LB-03). */
export const LEADERBOARD_PAGE = 10;
export const LEADERBOARD_PAGE_MAX = 100;

/** Payout requests per page. */
export const PAYOUTS_PAGE = 10;
export const PAYOUTS_PAGE_MAX = 100;

/** Minimum coins of a payout; the texts call them INR (PY-09, X-13). */
export const PAYOUT_MIN_COINS = 500;

/** Maximum coins of one request, which keeps sums within safe numbers. */
export const PAYOUT_MAX_COINS = 10_000_000_000_000;

/** Number of retries of wallet requests while the server is busy, and the first pause (WA-18, CO-47). */
export const WALLET_RETRIES = 3;
export const WALLET_RETRY_MS = 1000;

/** Currency of the wallet. */
export const WALLET_CURRENCY = 'COIN';

/** Maximum lengths of a payee's texts. */
export const PAYEE_NAME_MAX = 80;
export const PAYEE_ACCOUNT_MAX = 120;

/** Hours after a change of payee during which no payout can be requested; setting the first payee is no change. */
export const PAYEE_HOLD_HOURS = 72;

/** Bonuses that wait for a second administrator, per page. */
export const BONUSES_PAGE = 20;
export const BONUSES_PAGE_MAX = 100;

/** Maximum length of an administrator's reference and note on a payout, and of a bonus's description. */
export const PAYOUT_NOTE_MAX = 300;

/** Maximum coins of one bonus. */
export const BONUS_MAX_COINS = 100_000;
