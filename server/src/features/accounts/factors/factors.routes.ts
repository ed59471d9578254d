import type { factorRoutes } from '@adda/contract/accounts';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { PasskeyCeremonies } from './passkey-ceremonies.service.ts';
import type { Passkeys, PasskeyRegistration } from './passkeys.service.ts';
import type { SecondFactor } from './second-factor.service.ts';
import type { Totp } from './totp.service.ts';

/** The services that the handlers of passkeys and second factors call. */
export type FactorServices = {
  readonly passkeyRegistration: PasskeyRegistration;
  readonly ceremonies: PasskeyCeremonies;
  readonly passkeys: Passkeys;
  readonly totp: Totp;
  readonly secondFactor: SecondFactor;
};

/** Returns the handlers of passkeys (ID-01) and of the second factor (ID-02). */
export function factorHandlers(services: FactorServices): Handlers<typeof factorRoutes> {
  const { passkeyRegistration, ceremonies, passkeys, totp, secondFactor } = services;
  return {
    'POST /auth/passkeys/options': ({ actor }) => passkeys.options(actor),
    'POST /auth/passkeys': async ({ actor, body }) => ({ passkey: await passkeys.add(actor, body) }),
    'GET /auth/passkeys': async ({ actor }) => ({ passkeys: await passkeys.list(actor) }),
    async 'DELETE /auth/passkeys/:passkey_id'({ actor, params }) {
      await passkeys.remove(actor, params.passkey_id);
      return { message: 'The passkey is removed.' };
    },
    'POST /auth/passkey/options': () => ceremonies.optionsForUse(),
    'POST /auth/passkey': ({ body, origin }) => secondFactor.logInByPasskey(body.response, origin),
    'POST /auth/register/options': ({ body }) => passkeyRegistration.options(body.username),
    'GET /auth/factors': ({ actor }) => totp.factors(actor),
    'POST /auth/totp': ({ actor }) => totp.begin(actor),
    'POST /auth/totp/confirm': async ({ actor, body, origin }) => ({
      recovery_codes: await totp.confirm(actor, body.code, origin),
    }),
    'POST /auth/totp/recovery-codes': async ({ actor }) => ({
      recovery_codes: await totp.renewRecoveryCodes(actor),
    }),
    async 'DELETE /auth/totp'({ actor }) {
      await totp.remove(actor);
      return { message: 'The authenticator app is removed.' };
    },
    'POST /auth/login/second-factor': ({ body, origin }) => secondFactor.finish(body, origin),
  };
}
