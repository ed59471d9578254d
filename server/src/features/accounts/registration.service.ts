import {
  displayedName,
  AGE_REFUSAL_SECONDS,
  MINIMUM_AGE,
  type GuestInput,
  type RegisterInput,
  type SignedIn,
  type UpgradeInput,
} from '@adda/contract/accounts';
import { afterCommit, type Tx } from '../../platform/database/index.ts';
import { appError, ValidationError } from '../../platform/errors.ts';
import type { Actor, CallOrigin, Cookies } from '../../platform/http/handler.ts';
import { setSceneUser } from '../../platform/logging/security-log.ts';
import type { AccountsContext } from './accounts.types.ts';
import {
  makeGuestName,
  randomDigits,
  birthDateOf,
  isAgeConsistent,
  checkAge,
  type GivenAge,
} from './accounts.policy.ts';
import type { PasskeyRegistration } from './factors/passkeys.service.ts';
import { signedIn } from './entrance.service.ts';
import type { MailLinks } from './mail-links.service.ts';
import { assertStrong } from './password-judge.service.ts';
import type { Sessions } from './sessions.service.ts';
import { findHolder } from './mail-links.repository.ts';
import * as users from './users.repository.ts';
import type { User } from './users.repository.ts';

const AGE_REFUSED_COOKIE = 'adda_age_refused';

/** Throws `age_refused` if this browser gave an age under the minimum within the last day. */
function assertBrowserNotRefused(cookies: Cookies): void {
  if (cookies.get(AGE_REFUSED_COOKIE) !== undefined) throw appError('age_refused');
}

/**
 * Returns the birth date to store. Throws `age_refused`, or a `ValidationError` for an age that is out of bounds or
 * contradicts the birth date. An age under the minimum is remembered in a cookie, so that the browser cannot try
 * another date.
 */
function validateAge(given: GivenAge, cookies: Cookies, today: Date): string {
  assertBrowserNotRefused(cookies);
  const birthDate = birthDateOf(given, today);
  const verdict = checkAge(birthDate, today);
  if (verdict === 'welcome' && isAgeConsistent(given, today)) return birthDate;
  if (verdict === 'welcome')
    throw new ValidationError([
      { loc: ['body', 'age'], msg: 'Age and date of birth do not match.', type: 'age' },
    ]);
  if (verdict === 'too_young') cookies.set(AGE_REFUSED_COOKIE, '1', AGE_REFUSAL_SECONDS);
  const msg =
    verdict === 'too_young'
      ? `You must be ${MINIMUM_AGE} or older to use Adda.`
      : 'Please check your date of birth.';
  const field = given.birth_date === undefined ? 'age' : 'birth_date';
  throw new ValidationError([{ loc: ['body', field], msg, type: 'age' }]);
}

const GUEST_NAME_TRIES = 8;
const REFERRAL_CODE_LENGTH = 8;

async function referrerOf(tx: Tx, code: string | undefined): Promise<number | null> {
  if (!code) return null;
  const referrer = await users.findReferrer(tx, code);
  if (referrer === undefined) throw appError('invalid_referral_code');
  return referrer;
}

/** Column values that registered users and guests have in common. */
function commonColumns(input: GuestInput | RegisterInput, birthDate: string, now: Date) {
  return {
    birth_date: birthDate,
    sex: input.sex,
    country: input.country,
    state: input.state,
    last_active_at: now,
    created_at: now,
  };
}

async function insertGuest(tx: Tx, input: GuestInput, birthDate: string, now: Date): Promise<User> {
  for (let attempt = 0; attempt < GUEST_NAME_TRIES; attempt += 1) {
    const username = makeGuestName(input.display_name);
    const user = await users.insertGuest(tx, {
      ...commonColumns(input, birthDate, now),
      username,
      display_name: input.display_name ?? displayedName(username),
      is_guest: true,
    });
    if (user) return user;
  }
  throw new Error('No free guest name was found.');
}

type Parts = {
  readonly sessions: Sessions;
  readonly mailLinks: MailLinks;
  readonly passkeyRegistration: PasskeyRegistration;
};

/** Returns a function that makes an account and opens its first session. */
function createFirstLogin({ database, events, origins, wordFilter }: AccountsContext, sessions: Sessions) {
  return async (
    origin: CallOrigin,
    flagged: readonly string[],
    makeUser: (tx: Tx) => Promise<User>,
  ): Promise<SignedIn> => {
    const { user, session } = await database.transaction(async (tx) => {
      const user = await makeUser(tx);
      await origins.note(tx, user.id, origin, user.email);
      await events.runMarksStored(tx, user.id);
      return { user, session: await sessions.open(tx, user.id, origin) };
    });
    setSceneUser(user.id);
    wordFilter.report({ userId: user.id, words: flagged });
    return signedIn(user, await sessions.accessToken(user.username, session));
  };
}

/** Throws `email_taken` for an address that another user had and can still have back (ID-05). */
async function assertNotHeld(tx: Tx, email: string, userId: number, now: Date): Promise<void> {
  if ((await findHolder(tx, email, { except: userId, now })) !== undefined) throw appError('email_taken');
}

/** Registration, guest access, and the upgrade of a guest to a registered user. */
export function createRegistration(
  context: AccountsContext,
  { sessions, mailLinks, passkeyRegistration }: Parts,
) {
  const { database, events, passwords, siteWords, wordFilter, clock } = context;

  const createAndLogIn = createFirstLogin(context, sessions);

  return {
    /**
     * Creates a permanent account (SV-01), with a password or with a passkey alone (ID-01). Throws `words_refused` for a refused
     * name (SV-105), `password_weak` or `passkey_refused`.
     */
    async register(input: RegisterInput, origin: CallOrigin): Promise<SignedIn> {
      const birthDate = validateAge(input, origin.cookies, clock());
      const flagged = wordFilter.check(input.username);
      const { passkey, password } = input;
      if (password !== undefined) await assertStrong(password, 'password', { ...input, siteWords });
      const passwordHash = password === undefined ? null : await passwords.hash(password);
      const storePasskey = passkey && (await passkeyRegistration.verify(input.username, passkey));
      return createAndLogIn(origin, flagged, async (tx) => {
        const user = await users.insertUser(tx, {
          ...commonColumns(input, birthDate, clock()),
          username: input.username,
          display_name: input.username,
          is_guest: false,
          email: input.email,
          password_hash: passwordHash,
          passkey_count: storePasskey ? 1 : 0,
          referral_code: randomDigits(REFERRAL_CODE_LENGTH),
          referred_by: await referrerOf(tx, input.referral_code),
        });
        await assertNotHeld(tx, input.email, user.id, clock());
        await storePasskey?.(tx, user.id);
        await mailLinks.issue(tx, 'verify_email', user);
        return user;
      });
    },

    /** Creates a guest account (SV-03). */
    async enterAsGuest(input: GuestInput, origin: CallOrigin): Promise<SignedIn> {
      const birthDate = validateAge(input, origin.cookies, clock());
      const flagged = wordFilter.check(input.display_name);
      return createAndLogIn(origin, flagged, (tx) => insertGuest(tx, input, birthDate, clock()));
    },

    /**
     * Turns a guest into a registered user. The row stays, so all their content stays theirs under the new name
     * (SV-04).
     */
    async upgrade(actor: Actor, input: UpgradeInput, origin: CallOrigin): Promise<SignedIn> {
      assertBrowserNotRefused(origin.cookies);
      if (!actor.isGuest) throw appError('already_permanent');
      const flagged = wordFilter.check(input.username);
      const known = await users.findUser(database.db, actor.userId);
      const owner = { ...input, display_name: known?.display_name, siteWords };
      await assertStrong(input.password, 'password', owner);
      const passwordHash = await passwords.hash(input.password);
      return createAndLogIn(origin, flagged, async (tx) => {
        const guest = await users.lockUser(tx, actor.userId);
        if (!guest) throw appError('invalid_token');
        if (guest.suspended_at) throw appError('account_suspended');
        if (!guest.is_guest) throw appError('already_permanent');
        const keepsDisplayName = guest.display_name !== displayedName(guest.username);
        const user = await users.makePermanent(tx, guest.id, {
          username: input.username,
          display_name: keepsDisplayName ? guest.display_name : input.username,
          email: input.email,
          password_hash: passwordHash,
          referral_code: randomDigits(REFERRAL_CODE_LENGTH),
          referred_by: await referrerOf(tx, input.referral_code),
        });
        await assertNotHeld(tx, input.email, user.id, clock());
        const renamed = {
          userId: user.id,
          oldUsername: guest.username,
          username: user.username,
          isGuest: false,
        };
        afterCommit(tx, () => events.renamed(renamed));
        await sessions.revoke(tx, user.id, {}, 'upgraded');
        await mailLinks.issue(tx, 'verify_email', user);
        return user;
      });
    },
  };
}
