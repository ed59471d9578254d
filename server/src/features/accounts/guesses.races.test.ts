import {
  CHALLENGE_TRIES,
  LOGIN_FAILURES_PER_ACCOUNT,
  LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS,
  TOTP_SECONDS,
} from '@adda/contract/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { volume } from '../../test/volume.fixture.ts';
import { from, PASSWORD, registration, startAccounts, type AccountsFixture } from './accounts.fixture.ts';
import { codeOf, setUpTotp } from './factors/factors.fixture.ts';

/** Guesses of one run, and its rounds; in each round the owner logs in while others guess. */
const GUESSES = volume(120, 10_000);
const ROUNDS = 6;
const AT_ONCE = 8;

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

type Headers = Record<string, string>;
type Answered = { readonly status: number };

const OWN_ADDRESS = '192.0.2.10';
/** Returns the address of a guess: each from another network, all from one, or all from the owner's. */
const addresses = {
  'from many addresses': (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
  'from one address': () => '203.0.113.66',
  'from the address of the owner': () => OWN_ADDRESS,
} as const;

/** Registers a person on a device of their own, which keeps its cookie. */
async function createOwner() {
  const body = registration();
  const answer = await adda.client('POST /auth/register', { body }, { headers: from(OWN_ADDRESS) });
  const cookie = /adda_device=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const { username, access_token: token } = answer.data;
  const headers: Headers = { cookie, ...from(OWN_ADDRESS) };
  return { username, token, headers };
}

const logIn = (username: string, headers: Headers, password = PASSWORD) =>
  adda.client('POST /auth/login', { body: { username, password } }, { headers });
const finish = (challenge: string, code: string, headers: Headers) =>
  adda.client('POST /auth/login/second-factor', { body: { challenge, code } }, { headers });

/** Makes the guesses of a round, several at once, and counts their statuses. */
async function guessAll(numbers: readonly number[], guess: (n: number) => Promise<Answered>) {
  const counts: Record<number, number> = {};
  const left = [...numbers];
  const work = async () => {
    for (let n = left.shift(); n !== undefined; n = left.shift()) {
      const { status } = await guess(n);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counts;
}

/** Runs all rounds; the owner logs in during each and after the last. Returns how often each status was answered. */
async function attack(
  guess: (n: number) => Promise<Answered>,
  { begin, end }: { begin: () => Promise<unknown>; end: () => Promise<void> },
) {
  const total: Record<number, number> = {};
  const perRound = GUESSES / ROUNDS;
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = Math.floor(round * perRound);
    const numbers = Array.from(
      { length: Math.floor((round + 1) * perRound) - first },
      (_, index) => first + index,
    );
    const [counts] = await Promise.all([guessAll(numbers, guess), begin()]);
    await end();
    for (const [status, count] of Object.entries(counts))
      total[Number(status)] = (total[Number(status)] ?? 0) + count;
  }
  await begin();
  await end();
  expect(Object.values(total).reduce((sum, count) => sum + count)).toBe(GUESSES);
  return total;
}

/** Guesses before the right one is among them: more than any limit lets through. */
const FIRST_RIGHT = 100;
const isRight = (n: number) => n >= FIRST_RIGHT && n % 5 === 0;

const mostTries = {
  'from many addresses': LOGIN_FAILURES_PER_ACCOUNT.tries,
  'from one address': LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS.tries,
  'from the address of the owner': LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS.tries,
} as const;
const places = ['from many addresses', 'from one address', 'from the address of the owner'] as const;

it.each(places)(
  `R-19: ${GUESSES} passwords %s: none gets in, not even the right one, and the owner logs in all the while`,
  { timeout: 600_000 },
  async (place) => {
    const { username, headers } = await createOwner();
    const own = async () => expect((await logIn(username, headers)).status).toBe(200);
    const total = await attack(
      (n) => logIn(username, from(addresses[place](n)), isRight(n) ? PASSWORD : `wrong password ${n}`),
      { begin: own, end: own },
    );
    expect(total).toEqual({ 401: mostTries[place], 429: GUESSES - mostTries[place] });
  },
);

/** Logs in again and again for new challenges, as somebody does who knows the password. */
function createChallenger(username: string, address: (n: number) => string) {
  return async (n: number): Promise<string> => {
    const { error } = await logIn(username, from(address(n)));
    return error.challenge ?? '';
  };
}

/** The owner logs in with the password while others guess, and finishes with the present code of the app after that. */
function createOwnLogin(owner: { username: string; headers: Headers }, codeNow: () => string) {
  let challenge = '';
  return {
    async begin() {
      const { status, error } = await logIn(owner.username, owner.headers);
      expect([status, error.code]).toEqual([401, 'second_factor_needed']);
      challenge = error.challenge ?? '';
    },
    async end() {
      // The guesses of this round had the same code, which is not used up yet.
      expect((await finish(challenge, codeNow(), owner.headers)).status).toBe(200);
      adda.passSeconds(TOTP_SECONDS);
    },
  };
}

it.each(
  places.flatMap((place) => [['codes of the app', place] as const, ['recovery codes', place] as const]),
)(
  `ID-02, R-19: ${GUESSES} %s %s by somebody who knows the password: none gets in, and the owner logs in all the while`,
  { timeout: 600_000 },
  async (what, place) => {
    const owner = await createOwner();
    const { secret, recoveryCodes } = await setUpTotp(adda, owner);
    adda.passSeconds(TOTP_SECONDS);
    const [recoveryCode = ''] = recoveryCodes;
    const challengeFor = createChallenger(owner.username, addresses[place]);
    const isApp = what === 'codes of the app';
    const guessed = (n: number) => {
      if (isRight(n)) return isApp ? codeOf(adda, secret) : recoveryCode;
      // Of another form than a right one, so that no guess is right by luck.
      return isApp ? `${n}`.padStart(7, '0') : `guess-${n}`;
    };
    const total = await attack(
      async (n) => finish(await challengeFor(n), guessed(n), from(addresses[place](n))),
      createOwnLogin(owner, () => codeOf(adda, secret)),
    );
    expect(total).toEqual({ 401: mostTries[place], 429: GUESSES - mostTries[place] });
    const { error } = await logIn(owner.username, owner.headers);
    expect((await finish(error.challenge ?? '', recoveryCode, owner.headers)).status).toBe(200);
  },
);

it.each(places)(
  `ID-02: ${GUESSES} challenges %s with the right code: none is one, and the owner's own stays`,
  { timeout: 600_000 },
  async (place) => {
    const owner = await createOwner();
    const { secret } = await setUpTotp(adda, owner);
    adda.passSeconds(TOTP_SECONDS);
    const made = await createChallenger(owner.username, addresses[place])(0);
    const total = await attack(
      // Real ones, changed in one place.
      (n) => finish(changed(made, n), codeOf(adda, secret), from(addresses[place](n))),
      createOwnLogin(owner, () => codeOf(adda, secret)),
    );
    expect(total).toEqual({ 401: GUESSES });
  },
);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns a challenge with one letter changed, or more of them. */
function changed(challenge: string, n: number): string {
  const letters = challenge.split('');
  for (let left = n + 1, at = 0; left > 0; left = Math.floor(left / 63), at += 1) {
    const index = LETTERS.indexOf(letters[at] ?? 'A');
    letters[at] = LETTERS[(index + (left % 63)) % 64] ?? 'A';
  }
  return letters.join('');
}

it('ID-02: a challenge that is answered wrong by many at once ends after five tries', async () => {
  const owner = await createOwner();
  const { secret } = await setUpTotp(adda, owner);
  adda.passSeconds(TOTP_SECONDS);
  const challenge = await createChallenger(owner.username, addresses['from many addresses'])(0);
  const answers = await Promise.all(
    Array.from({ length: 4 * CHALLENGE_TRIES }, (_, n) =>
      finish(challenge, `${n}`.padStart(7, '0'), from(addresses['from many addresses'](n))),
    ),
  );
  const codes = answers.map(({ error }) => error.code);
  expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(CHALLENGE_TRIES);
  expect(codes.filter((code) => code === 'challenge_gone')).toHaveLength(3 * CHALLENGE_TRIES);
  expect((await finish(challenge, codeOf(adda, secret), owner.headers)).error.code).toBe('challenge_gone');
});
