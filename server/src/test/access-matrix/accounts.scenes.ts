import type { accountsRoutes } from '@adda/contract/accounts';
import { guest, PASSWORD, registration } from '../../features/accounts/accounts.fixture.ts';
import { noInput, type ScenesOf } from './scene.fixture.ts';

const password = PASSWORD;
const fresh = () => {
  const { username, email } = registration();
  return { username, email, password };
};

/** Responses of a browser that no authenticator made. */
const credential = { id: 'x', rawId: 'x', type: 'public-key' as const, clientExtensionResults: {} };
const noCredential = { ...credential, response: { clientDataJSON: 'x', attestationObject: 'x' } };
const noAssertion = {
  ...credential,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
};

/** Calls of accounts and sessions. A password, a token or a mailed link is sufficient proof of identity. */
export const accountsScenes: ScenesOf<typeof accountsRoutes> = {
  'POST /auth/register': () => ({ body: registration() }),
  'POST /auth/guest': () => ({ body: guest }),
  'POST /auth/login': ({ owner }) => ({ body: { username: owner.username, password } }),
  'POST /auth/refresh': (_stage, { person }) => ({ body: person ? { token: person.token } : {} }),
  'POST /auth/logout': noInput,
  'POST /auth/upgrade': () => ({ body: fresh() }),
  'POST /auth/verify-email': {
    'with the link of the owner’s mail': async ({ mailLink, owner }) => ({
      body: { token: await mailLink('verify_email', owner) },
    }),
    'with a guess': () => ({ body: { token: 'x'.repeat(24) } }),
  },
  'POST /auth/verify-email/resend': noInput,
  'POST /auth/email/change': () => ({ body: { email: fresh().email } }),
  'POST /auth/email/confirm': {
    'with a user’s mailed link': async ({ mailLink, newUser }) => ({
      body: { token: await mailLink('change_email', await newUser()) },
    }),
    'with a guess': () => ({ body: { token: 'x'.repeat(24) } }),
  },
  'POST /auth/email/undo': {
    'with a user’s mailed link': async ({ mailLink, newUser }) => ({
      body: { token: await mailLink('undo_email_change', await newUser()) },
    }),
    'with a guess': () => ({ body: { token: 'x'.repeat(24) } }),
  },
  'POST /auth/login/undo': {
    'with a user’s mailed link': async ({ mailLink, newUser }) => ({
      body: { token: await mailLink('undo_login', await newUser()) },
    }),
    'with a guess': () => ({ body: { token: 'x'.repeat(24) } }),
  },
  'POST /auth/password/forgot': ({ owner }) => ({ body: { email: `${owner.username}@example.org` } }),
  'POST /auth/password/reset': {
    'with a user’s mailed link': async ({ mailLink, newUser }) => ({
      body: { token: await mailLink('reset_password', await newUser()), new_password: password },
    }),
    'with a guess': () => ({ body: { token: 'x'.repeat(24), new_password: password } }),
  },
  'POST /auth/password/change': () => ({
    body: { current_password: password, new_password: `${password}!` },
  }),
  'POST /auth/reauthenticate': () => ({ body: { password } }),
  'POST /auth/passkeys/options': noInput,
  'POST /auth/passkeys': () => ({ body: { response: noCredential, name: 'Laptop' } }),
  'GET /auth/passkeys': noInput,
  'DELETE /auth/passkeys/:passkey_id': () => ({ params: { passkey_id: 'x'.repeat(22) } }),
  'POST /auth/passkey/options': noInput,
  'POST /auth/passkey': () => ({ body: { response: noAssertion } }),
  'POST /auth/register/options': () => ({ body: { username: registration().username } }),
  'GET /auth/factors': noInput,
  'POST /auth/totp': noInput,
  'POST /auth/totp/confirm': () => ({ body: { code: '000000' } }),
  'POST /auth/totp/recovery-codes': noInput,
  'DELETE /auth/totp': noInput,
  'POST /auth/login/second-factor': () => ({ body: { challenge: 'x'.repeat(44), code: '000000' } }),
  'GET /auth/sessions': noInput,
  'DELETE /auth/sessions/:session_id': async ({ sessionOf, owner }) => ({
    params: { session_id: await sessionOf(owner) },
  }),
  'DELETE /auth/sessions': noInput,
  'GET /users/me': noInput,
  'GET /users/settings': () => ({}),
  'PATCH /users/settings': () => ({ body: { link_previews: false } }),
  'PATCH /users/availability': () => ({ body: { is_available: false } }),
  'DELETE /users/me': () => ({ body: { password } }),
  'GET /users/me/referrals': () => ({ query: {} }),
  'GET /meta/countries': noInput,
};
