import { countries, type accountsRoutes } from '@adda/contract/accounts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { createAccount } from './account.service.ts';
import type { Authentication } from './authentication.service.ts';
import type { EmailChange } from './email-change.service.ts';
import type { createEmailVerification } from './mail-links.service.ts';
import { factorHandlers, type FactorServices } from './factors/factors.routes.ts';
import type { createLogin, RecentProof } from './login.service.ts';
import type { createPasswords } from './passwords.service.ts';
import type { createRegistration } from './registration.service.ts';
import type { Sessions } from './sessions.service.ts';
import type { TakeoverUndo } from './takeover-undo.service.ts';

/** The services that the route handlers call. */
export type AccountsServices = FactorServices & {
  readonly registration: ReturnType<typeof createRegistration>;
  readonly login: ReturnType<typeof createLogin>;
  readonly authentication: Authentication;
  readonly sessions: Sessions;
  readonly verification: ReturnType<typeof createEmailVerification>;
  readonly passwords: ReturnType<typeof createPasswords>;
  readonly emailChange: EmailChange;
  readonly undoTakeover: TakeoverUndo;
  readonly recentProof: RecentProof;
  readonly account: ReturnType<typeof createAccount>;
};

type Routes = Handlers<typeof accountsRoutes>;
type Part<Key extends keyof Routes> = Pick<Routes, Key>;

type EntryRoutes = Part<
  | 'POST /auth/register'
  | 'POST /auth/guest'
  | 'POST /auth/login'
  | 'POST /auth/upgrade'
  | 'POST /auth/refresh'
>;
type Mails = Part<
  | 'POST /auth/verify-email'
  | 'POST /auth/verify-email/resend'
  | 'POST /auth/password/forgot'
  | 'POST /auth/password/reset'
  | 'POST /auth/email/change'
  | 'POST /auth/email/confirm'
  | 'POST /auth/email/undo'
  | 'POST /auth/login/undo'
>;

const entryRoutes = ({ registration, login, authentication }: AccountsServices): EntryRoutes => ({
  'POST /auth/register': ({ body, origin }) => registration.register(body, origin),
  'POST /auth/guest': ({ body, origin }) => registration.enterAsGuest(body, origin),
  'POST /auth/login': ({ body, origin }) => login.logIn(body, origin),
  'POST /auth/upgrade': ({ actor, body, origin }) => registration.upgrade(actor, body, origin),
  'POST /auth/refresh': ({ body, origin }) => authentication.refresh(origin, body?.token),
});

const mails = ({ verification, passwords, emailChange, undoTakeover }: AccountsServices): Mails => ({
  async 'POST /auth/email/change'({ actor, body }) {
    await emailChange.request(actor, body.email);
    return { message: 'A link is on its way to your new address.' };
  },
  async 'POST /auth/email/confirm'({ body }) {
    await emailChange.confirm(body.token);
    return { message: 'This is your e-mail address now.' };
  },
  async 'POST /auth/email/undo'({ body }) {
    const resetToken = await undoTakeover('undo_email_change', body.token);
    return { message: 'This is your e-mail address again.', reset_token: resetToken };
  },
  async 'POST /auth/login/undo'({ body }) {
    const resetToken = await undoTakeover('undo_login', body.token);
    return { message: 'Everybody is logged out.', reset_token: resetToken };
  },
  async 'POST /auth/verify-email'({ body }) {
    await verification.verify(body.token);
    return { message: 'Your e-mail address is confirmed.' };
  },
  async 'POST /auth/verify-email/resend'({ actor }) {
    await verification.resend(actor);
    return { message: 'A new mail is on its way.' };
  },
  async 'POST /auth/password/forgot'({ body }) {
    await passwords.forgot(body.email);
    return { message: 'If this address is known, a mail is on its way.' };
  },
  async 'POST /auth/password/reset'({ body, origin }) {
    await passwords.reset(body.token, body.new_password, origin);
    return { message: 'Your new password is set. Please log in.' };
  },
});

/** Returns the handlers of all account routes. */
export function accountsHandlers(services: AccountsServices): Routes {
  const { sessions, passwords, recentProof, account } = services;
  return {
    ...entryRoutes(services),
    ...factorHandlers(services),
    ...mails(services),
    async 'POST /auth/logout'({ actor }) {
      await sessions.logOut(actor);
      return { message: 'You are logged out.' };
    },
    'POST /auth/password/change': ({ actor, body, origin }) => passwords.change(actor, body, origin),
    async 'POST /auth/reauthenticate'({ actor, body, origin }) {
      const { provenUntil, ...token } = await recentProof.prove(actor, body, origin);
      return { message: 'Thank you.', proven_until: provenUntil.toISOString(), ...token };
    },
    async 'GET /auth/sessions'({ actor }) {
      return { sessions: await sessions.list(actor) };
    },
    async 'DELETE /auth/sessions/:session_id'({ actor, params }) {
      await sessions.endOne(actor, params.session_id);
      return { message: 'This device is logged out.' };
    },
    async 'DELETE /auth/sessions'({ actor }) {
      return {
        message: 'Your other devices are logged out.',
        revoked_count: await sessions.endOthers(actor),
      };
    },
    'GET /users/me': ({ actor }) => account.me(actor),
    async 'PATCH /users/availability'({ actor, body: { is_available: isAvailable } }) {
      await account.setAvailability(actor, isAvailable);
      return { message: isAvailable ? 'Sms enabled.' : 'Sms disabled.', is_available: isAvailable };
    },
    'GET /users/settings': ({ actor }) => account.settings(actor),
    'PATCH /users/settings': ({ actor, body }) => account.changeSettings(actor, body),
    async 'DELETE /users/me'({ actor, body, origin }) {
      await account.delete(actor, body, origin);
      return { message: 'Your account is deleted. Take care!' };
    },
    'GET /users/me/referrals': ({ actor, query }) => account.referrals(actor, query),
    'GET /meta/countries': () =>
      countries.map(({ country, label, states }) => ({ country, label, states: [...states] })),
  };
}
