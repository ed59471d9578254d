import { defineErrors } from '../kernel/errors.ts';

export const walletErrors = defineErrors({
  transaction_not_found: { status: 404, detail: 'Transaction not found' },
  insufficient_coins: { status: 402, detail: 'You have too few coins for this' },
  guests_cannot_request_payout: { status: 403, detail: 'Upgrade from Guest to permanent user.' },
  payout_needs_email: { status: 403, detail: 'Confirm your e-mail before you ask for a payout' },
  payout_amount_invalid: { status: 400, detail: 'Please enter a valid payout amount' },
  payout_balance_too_low: { status: 400, detail: 'Minimum balance for payout is 500 INR' },
  payout_too_small: { status: 400, detail: 'Payout amount must be at least 500 INR' },
  payout_above_balance: { status: 400, detail: 'Payout amount cannot exceed your current balance' },
  payout_waiting: { status: 400, detail: 'You already have a payout request waiting' },
  /** The account can't be deleted while a payout is pending (SV-13). */
  payout_pending: {
    status: 400,
    detail: 'Wait until your payout request is decided, then delete your account',
  },
  /** `until` is a formatted time in UTC; clients get it from `payouts_from` of `GET /wallet/payee`. */
  payout_held_by_payee: {
    status: 409,
    detail:
      'Where your payouts go was changed. To keep your coins safe, the next payout can be requested from {from} on',
  },
  payout_not_found: { status: 404, detail: 'Payout not found' },
  /** A buyer was refunded after the payout of the coins was requested: they can't be paid out as well. */
  payout_owes: {
    status: 409,
    detail: 'A refund left this person {owed} short. Reject the payout: they are taken from what comes back',
  },
  /** The request id was used for another user or another amount. */
  bonus_request_used: { status: 409, detail: 'Another bonus was given with this request id' },
  bonus_not_found: { status: 404, detail: 'Bonus not found' },
  /** Above `FOUR_EYES_COINS`, the administrator who proposed it can't confirm it. */
  second_administrator_needed: {
    status: 409,
    detail: 'You began this. Another administrator has to confirm it',
  },
  bonus_decided: { status: 409, detail: 'This bonus was {status} already' },
  payout_step_refused: { status: 409, detail: 'A payout that is {status} cannot become {wanted}' },
});
