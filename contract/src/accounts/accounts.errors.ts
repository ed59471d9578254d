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
  email_already_verified: { status: 400, detail: 'Email already verified' },
  verification_mail_too_soon: {
    status: 429,
    detail: 'We just sent you a mail. Please try again in {retry_after} seconds.',
  },
  invalid_reset_link: { status: 400, detail: 'Invalid or expired reset link' },
  wrong_password: { status: 400, detail: 'Current password is wrong' },
  /** The submitted proof (password) does not match; the session stays valid (ID-03). */
  proof_refused: { status: 403, detail: 'That password is wrong.' },
  /** The list of fields says why. Common and easily guessed passwords are refused when they are chosen (ID-06). */
  password_weak: { status: 422, detail: 'Some fields need another look.' },
  session_not_found: { status: 404, detail: 'Session not found' },
  guests_cannot_update_settings: { status: 403, detail: 'Guest users cannot update settings' },
  availability_unchanged: { status: 400, detail: 'No changes made or user not found' },
  user_not_found: { status: 404, detail: 'User not found' },
});
