import * as z from 'zod/mini';
import { timestamp } from '../kernel/ids.ts';
import { page, pageSize } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import * as s from './accounts.schemas.ts';
import { factorRoutes } from './factors.routes.ts';

const message = z.object({ message: z.string() });
/** `reset_token` sets a new password by `POST /auth/password/reset`, for an hour. */
const takenBack = z.object({ message: z.string(), reset_token: z.string() });
const accessToken = z.object({
  access_token: z.string(),
  token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
});

export const accountsRoutes = defineRoutes({
  ...factorRoutes,
  'POST /auth/register': {
    summary: 'Register a permanent account and log in (SV-01). Sends the verification mail.',
    access: 'public',
    session: 'starts',
    rate: 'register',
    body: s.registerInput,
    output: s.signedIn,
    status: 201,
    errors: [
      'password_weak',
      'words_refused',
      'username_taken',
      'email_taken',
      'invalid_referral_code',
      'age_refused',
      'passkey_refused',
    ],
  },
  'POST /auth/guest': {
    summary: 'Create a guest account and log in (SV-03).',
    access: 'public',
    session: 'starts',
    rate: 'guest',
    body: s.guestInput,
    output: s.signedIn,
    status: 201,
    errors: ['words_refused', 'age_refused'],
  },
  'POST /auth/login': {
    summary:
      'Log in with a username or an e-mail address (SV-02), in two steps with an authenticator app (ID-02).',
    access: 'public',
    session: 'starts',
    rate: 'login',
    body: s.loginInput,
    output: s.signedIn,
    errors: ['invalid_credentials', 'too_many_login_attempts', 'second_factor_needed'],
  },
  'POST /auth/refresh': {
    summary:
      'Exchange a token for a new one; also accepts an expired token within the refresh window (SV-06, X-24).',
    access: 'public',
    session: 'starts',
    rate: 'refresh',
    body: z.optional(z.nullable(z.strictObject({ token: z.optional(z.string().check(z.maxLength(4096))) }))),
    output: accessToken,
    errors: ['tokens_differ'],
  },
  'POST /auth/logout': {
    summary: 'Log out: end this session and close its sockets (SV-05).',
    access: 'session',
    session: 'ends',
    rate: 'write',
    output: message,
    errors: [],
  },
  'POST /auth/upgrade': {
    summary: 'Convert a guest account to a permanent one; all its content stays with it (SV-04).',
    access: 'session',
    session: 'starts',
    rate: 'register',
    body: s.upgradeInput,
    output: s.signedIn,
    errors: [
      'password_weak',
      'words_refused',
      'already_permanent',
      'username_taken',
      'email_taken',
      'invalid_referral_code',
      'age_refused',
    ],
  },
  'POST /auth/verify-email': {
    summary: 'Confirm an e-mail address with the token of the mail (SV-07).',
    access: 'public',
    rate: 'login',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    output: message,
    errors: ['invalid_verification_link'],
  },
  'POST /auth/verify-email/resend': {
    summary: 'Send the verification mail again, at most once a minute (SV-08).',
    access: 'registered',
    rate: 'write',
    output: message,
    errors: ['email_already_verified', 'verification_mail_too_soon'],
  },
  'POST /auth/email/change': {
    summary:
      'Ask for another e-mail address: a link goes there, a notice to the old one. The response is the same for an address that is taken (ID-05).',
    access: 'registered',
    rate: 'mail',
    needsRecentProof: true,
    body: z.strictObject({ email: s.email }),
    output: message,
    errors: ['email_unchanged'],
  },
  'POST /auth/email/confirm': {
    summary: 'Take the new e-mail address with the token of its mail, once, for three days (ID-05).',
    access: 'public',
    rate: 'login',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    output: message,
    errors: ['invalid_verification_link'],
  },
  'POST /auth/email/undo': {
    summary:
      'Take the old e-mail address back with the token of the notice, for seven days. Every session ends, what was added since is removed, and the password is void: `reset_token` sets a new one by `POST /auth/password/reset` (ID-05).',
    access: 'public',
    rate: 'login',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    output: takenBack,
    errors: ['invalid_verification_link'],
  },
  'POST /auth/login/undo': {
    summary:
      'End a login with the token of the mail about it, for seven days: the same as `POST /auth/email/undo`, since that login (ID-05).',
    access: 'public',
    rate: 'login',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    output: takenBack,
    errors: ['invalid_verification_link'],
  },
  'POST /auth/password/forgot': {
    summary:
      'Request a password reset link; the response does not reveal whether the address is known (SV-09).',
    access: 'public',
    rate: 'mail',
    body: z.strictObject({ email: s.email }),
    output: message,
    errors: [],
  },
  'POST /auth/password/reset': {
    summary: 'Set a new password with the token of the mail; every session ends (SV-10).',
    access: 'public',
    rate: 'login',
    body: s.resetPasswordInput,
    output: message,
    errors: ['password_weak', 'invalid_reset_link'],
  },
  'POST /auth/password/change': {
    summary: 'Set a new password; every other session ends (SV-11).',
    access: 'registered',
    session: 'starts',
    rate: 'login',
    needsRecentProof: 'password_in_body',
    body: s.changePasswordInput,
    output: accessToken,
    errors: ['password_weak', 'wrong_password', 'too_many_login_attempts'],
  },
  'POST /auth/reauthenticate': {
    summary:
      'Prove ownership of the account again, for routes that answer reauthentication_needed (ID-03). A session in a cookie gets a new token, and the old one ends after 30 seconds; a bearer token stays.',
    access: 'registered',
    session: 'starts',
    rate: 'login',
    body: s.proofInput,
    output: z.object({ message: z.string(), proven_until: timestamp, ...z.partial(accessToken).shape }),
    errors: ['proof_refused', 'too_many_login_attempts'],
  },
  'GET /auth/sessions': {
    summary: 'List the sessions (logged-in devices) of the caller.',
    access: 'session',
    rate: 'read',
    output: z.object({ sessions: z.array(s.session) }),
    errors: [],
  },
  'DELETE /auth/sessions/:session_id': {
    summary: 'End one session of the caller.',
    access: 'session',
    rate: 'write',
    needsRecentProof: true,
    params: z.object({ session_id: z.string().check(z.maxLength(64)) }),
    output: message,
    errors: ['session_not_found'],
  },
  'DELETE /auth/sessions': {
    summary: 'End every other session of the caller.',
    access: 'session',
    rate: 'write',
    needsRecentProof: true,
    output: z.object({ message: z.string(), revoked_count: z.int() }),
    errors: [],
  },
  'GET /users/me': {
    summary: 'The caller’s own account (SV-12).',
    access: 'session',
    rate: 'read',
    output: s.me,
    errors: [],
  },
  'PATCH /users/availability': {
    summary:
      'Turn receiving messages on or off (SV-19); an unavailable user appears offline to everybody (X-19).',
    access: 'session',
    rate: 'write',
    body: z.strictObject({ is_available: z.boolean() }),
    output: z.object({ message: z.string(), is_available: z.boolean() }),
    errors: ['guests_cannot_update_settings', 'availability_unchanged'],
  },
  'GET /users/settings': {
    summary: 'The caller’s settings; guests have them too.',
    access: 'session',
    rate: 'read',
    output: s.settings,
    errors: [],
  },
  'PATCH /users/settings': {
    summary: 'Change some of the caller’s settings; the response has all of them.',
    access: 'session',
    rate: 'write',
    body: s.settingsInput,
    output: s.settings,
    errors: [],
  },
  'DELETE /users/me': {
    summary:
      'Delete the account and the profile; messages stay without a name, or are removed on request (SV-13, SV-104).',
    access: 'registered',
    session: 'ends',
    rate: 'login',
    needsRecentProof: 'password_in_body',
    body: s.deleteAccountInput,
    output: message,
    errors: ['wrong_password', 'too_many_login_attempts', 'payout_pending'],
  },
  'GET /users/me/referrals': {
    summary: 'Friends who signed up with the caller’s referral code (SV-14).',
    access: 'registered',
    rate: 'read',
    query: z.object({ page, page_size: pageSize(10, 50) }),
    output: z.object({
      referrals: z.array(
        z.object({ username: z.string(), verified: z.boolean(), rewarded_at: z.nullable(timestamp) }),
      ),
      total_count: z.int(),
    }),
    errors: [],
  },
  'GET /meta/countries': {
    summary: 'Countries and their states (SV-15).',
    access: 'public',
    rate: 'read',
    output: z.array(z.object({ country: z.string(), label: z.string(), states: z.array(z.string()) })),
    errors: [],
  },
});
