import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import { RECOVERY_CODES } from './accounts.limits.ts';
import { signedIn, username } from './accounts.schemas.ts';
import * as s from './factors.schemas.ts';

const message = z.object({ message: z.string() });
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).check(z.length(RECOVERY_CODES)) });

/** Passkeys (ID-01) and the second factor of a login (ID-02). */
export const factorRoutes = defineRoutes({
  'POST /auth/passkeys/options': {
    summary:
      'Options for creating a passkey of the caller (ID-01), as WebAuthn’s JSON. The challenge works once, for 5 minutes.',
    access: 'registered',
    rate: 'login',
    needsRecentProof: true,
    output: s.webauthnOptions,
    errors: ['passkey_refused', 'too_many_passkeys'],
  },
  'POST /auth/passkeys': {
    summary: 'Add a passkey, at most 20 (ID-01).',
    access: 'registered',
    rate: 'login',
    needsRecentProof: true,
    body: s.newPasskey,
    output: z.object({ passkey: s.passkey }),
    status: 201,
    errors: ['passkey_refused', 'too_many_passkeys'],
  },
  'GET /auth/passkeys': {
    summary: 'The passkeys of the caller, newest first (ID-01).',
    access: 'registered',
    rate: 'read',
    output: z.object({ passkeys: z.array(s.passkey) }),
    errors: [],
  },
  'DELETE /auth/passkeys/:passkey_id': {
    summary: 'Remove a passkey (ID-01). The only way into an account without a password stays.',
    access: 'registered',
    rate: 'write',
    needsRecentProof: true,
    params: z.object({ passkey_id: z.string().check(z.maxLength(64)) }),
    output: message,
    errors: ['passkey_not_found', 'last_way_in'],
  },
  'POST /auth/passkey/options': {
    summary:
      'Options for using a passkey, whoever it belongs to (ID-01): for a login, for its second factor, or as a proof.',
    access: 'public',
    // A page asks for it each time that the login is opened.
    rate: 'read',
    output: s.webauthnOptions,
    errors: ['passkey_refused'],
  },
  'POST /auth/passkey': {
    summary: 'Log in with a passkey alone (ID-01).',
    access: 'public',
    session: 'starts',
    rate: 'login',
    body: z.strictObject({ response: s.authenticationResponse }),
    output: signedIn,
    errors: ['passkey_login_refused'],
  },
  'POST /auth/register/options': {
    summary: 'Options for creating the passkey of a new account without a password (ID-01).',
    access: 'public',
    rate: 'register',
    body: z.strictObject({ username }),
    output: s.webauthnOptions,
    errors: ['passkey_refused', 'username_taken', 'words_refused'],
  },
  'GET /auth/factors': {
    summary: 'Which factors the caller has (ID-02).',
    access: 'registered',
    rate: 'read',
    output: z.object({
      /** Whether a login needs a code of the authenticator app. */
      totp: z.boolean(),
      recovery_codes_left: z.int(),
      /** Number of passkeys. */
      passkeys: z.int(),
      /** Whether the account has a password. */
      password: z.boolean(),
    }),
    errors: [],
  },
  'POST /auth/totp': {
    summary:
      'Begin to use an authenticator app (ID-02). What was used before stays until the first code is confirmed.',
    access: 'registered',
    rate: 'login',
    needsRecentProof: true,
    output: z.object({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }),
    errors: [],
  },
  'POST /auth/totp/confirm': {
    summary:
      'Confirm the authenticator app with its first code (ID-02). The recovery codes are shown this once.',
    access: 'registered',
    rate: 'login',
    needsRecentProof: true,
    body: z.strictObject({ code: s.factorCode }),
    output: recoveryCodes,
    errors: ['code_refused', 'totp_not_set_up', 'too_many_login_attempts'],
  },
  'POST /auth/totp/recovery-codes': {
    summary: 'Make ten new recovery codes; the old ones end (ID-02).',
    access: 'registered',
    rate: 'login',
    needsRecentProof: true,
    output: recoveryCodes,
    errors: ['totp_not_set_up'],
  },
  'DELETE /auth/totp': {
    summary: 'Stop using the authenticator app; its recovery codes end (ID-02).',
    access: 'registered',
    rate: 'write',
    needsRecentProof: true,
    output: message,
    errors: ['totp_not_set_up'],
  },
  'POST /auth/login/second-factor': {
    summary: 'Finish a login that answered second_factor_needed, by a code or a passkey (ID-02).',
    access: 'public',
    session: 'starts',
    rate: 'login',
    body: z
      .strictObject({
        challenge: z.string().check(z.maxLength(200)),
        code: z.optional(s.factorCode),
        passkey: z.optional(s.authenticationResponse),
      })
      .check(
        z.refine((given) => (given.code === undefined) !== (given.passkey === undefined), {
          path: ['code'],
          error: 'Enter the code.',
        }),
      ),
    output: signedIn,
    errors: ['wrong_code', 'challenge_gone', 'passkey_login_refused', 'too_many_login_attempts'],
  },
});
