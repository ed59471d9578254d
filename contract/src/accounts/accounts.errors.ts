import { defineErrors } from '../kernel/errors.ts';

export const accountsErrors = defineErrors({
  username_taken: { status: 400, detail: 'Username already taken' },
  email_taken: { status: 400, detail: 'Email already registered' },
  invalid_referral_code: { status: 400, detail: 'Invalid referral code' },
  invalid_credentials: { status: 401, detail: 'Invalid username or password' },
  too_many_login_attempts: {
    status: 429,
    detail: 'Too many attempts. Please try again in {retry_after} seconds.',
  },
  age_refused: { status: 403, detail: 'You must be 18 or older to use Adda.' },
  already_permanent: { status: 400, detail: 'Account is already permanent' },
  tokens_differ: { status: 400, detail: 'The token in the header and the one in the body differ' },
  invalid_verification_link: { status: 400, detail: 'Invalid or expired verification link' },
  /** The new address is the one that the account has (ID-05). */
  email_unchanged: { status: 400, detail: 'This is your e-mail address already.' },
  email_already_verified: { status: 400, detail: 'Email already verified' },
  verification_mail_too_soon: {
    status: 429,
    detail: 'We just sent you a mail. Please try again in {retry_after} seconds.',
  },
  invalid_reset_link: { status: 400, detail: 'Invalid or expired reset link' },
  wrong_password: { status: 400, detail: 'Current password is wrong' },
  /** The submitted proof (password) does not match; the session stays valid (ID-03). */
  proof_refused: { status: 403, detail: 'That {proof} is wrong.' },
  /** The body has a `challenge` and the `methods` that finish the login (ID-02). */
  second_factor_needed: { status: 401, detail: 'One more step: please show that it is you.' },
  wrong_code: { status: 401, detail: 'This code is not right' },
  /** The same for a caller with a session: their session stays. */
  code_refused: { code: 'wrong_code', status: 400, detail: 'This code is not right' },
  challenge_gone: { status: 401, detail: 'Please log in again' },
  totp_not_set_up: { status: 400, detail: 'Please set up the authenticator app first.' },
  passkey_refused: { status: 400, detail: 'This passkey can’t be used. Please try again.' },
  /** The same at a login (ID-01). */
  passkey_login_refused: {
    code: 'passkey_refused',
    status: 401,
    detail: 'This passkey can’t be used. Please try again.',
  },
  passkey_not_found: { status: 404, detail: 'Passkey not found' },
  too_many_passkeys: { status: 400, detail: 'You have 20 passkeys already. Please remove one first.' },
  last_way_in: {
    status: 400,
    detail: 'This is your only way in. Please set a password or add another passkey first.',
  },
  /** The list of fields says why. Common and easily guessed passwords are refused when they are chosen (ID-06). */
  password_weak: { status: 422, detail: 'Some fields need another look.' },
  session_not_found: { status: 404, detail: 'Session not found' },
  guests_cannot_update_settings: { status: 403, detail: 'Guest users cannot update settings' },
  availability_unchanged: { status: 400, detail: 'No changes made or user not found' },
  user_not_found: { status: 404, detail: 'User not found' },
});
