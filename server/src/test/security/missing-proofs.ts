import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { createAuthenticator } from '../../features/accounts/factors/authenticator.fixture.ts';
import { routeTable } from './generate-call.ts';
import { callRaw } from './raw-call.ts';
import type { RunUsers } from './run-users.fixture.ts';
import { collectFindings, type CheckResult, type Target } from './security.types.ts';

type Options = {
  readonly target: Target;
  readonly users: RunUsers;
  /** Makes every proof of a session too old to count. */
  readonly expireProofs: () => Promise<void>;
};

const guarded = routeTable.filter(([, route]) => route.needsRecentProof !== undefined);
const REFUSED = 'reauthentication_needed';

/**
 * A session whose owner did not prove themselves within the last minutes may do nothing that needs a proof, whatever it tries in its
 * place (ID-03). No session is proven afterwards, so it runs after the checks that need proven sessions.
 */
export async function checkMissingProofs({ target, users, expireProofs }: Options): Promise<CheckResult> {
  const findings = collectFindings();
  const { url } = target;
  const { token, password } = await users.register('unproven');
  let tried = 0;
  const call = async (key: string, by: string, body?: unknown) => {
    tried += 1;
    const [method = '', path = ''] = key.split(' ');
    const headers = {
      [API_KEY_HEADER]: DEFAULT_API_KEY,
      authorization: `Bearer ${by}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const made = { method, target: path.replace(/:\w+/g, 'x'), headers };
    return callRaw(url, body === undefined ? made : { ...made, body: JSON.stringify(body) });
  };
  const tryAll = async (by: string, when: string) => {
    for (const [key, route] of guarded) {
      const answer = await call(key, by, key.startsWith('POST') ? {} : undefined);
      const isPasswordAsked = route.needsRecentProof === 'password_in_body';
      // There the right password is the proof; without it the body is refused.
      const isRefused = isPasswordAsked ? answer.status >= 400 : answer.text.includes(`"${REFUSED}"`);
      if (!isRefused) findings.add(`${key} counted without a proof`, `${when} → ${answer.status}`);
    }
  };
  if ((await call('POST /auth/totp', token)).status !== 200)
    findings.add('a proven call was refused', 'after registering');
  await expireProofs();
  await tryAll(token, 'ten minutes later');
  const { data } = await users.client('POST /auth/refresh', { body: { token } });
  users.secrets.push(data.access_token);
  await tryAll(data.access_token, 'after a refresh');
  const { data: options } = await users.client('POST /auth/passkey/options', {});
  const wrong = {
    'no proof': {},
    'a wrong password': { password: `${password}x` },
    'a code without an app': { code: '000000' },
    'a passkey that nobody has': { passkey: createAuthenticator(new URL(url).origin).use(options) },
    'two proofs': { password, code: '000000' },
  };
  for (const [what, body] of Object.entries(wrong))
    if ((await call('POST /auth/reauthenticate', data.access_token, body)).status < 400)
      findings.add('a wrong proof counted', what);
  await tryAll(data.access_token, 'after wrong proofs');
  await call('POST /auth/reauthenticate', data.access_token, { password });
  if ((await call('POST /auth/totp', data.access_token)).status !== 200)
    findings.add('a proven call was refused', 'after the right password');
  return {
    name: 'missing proofs',
    tried,
    findings: findings.list(),
    notReached: [],
    figures: [`${guarded.length} routes that need a proof`],
  };
}
