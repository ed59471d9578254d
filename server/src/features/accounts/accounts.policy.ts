import { randomInt, randomBytes } from 'node:crypto';
import {
  ageOn,
  MAXIMUM_AGE,
  MINIMUM_AGE,
  REFRESH_GRACE_SECONDS,
  GUEST_PREFIX,
  USERNAME_MAX,
} from '@adda/contract/accounts';

/** The age information of a new user. If both fields are given, they must agree. */
export type GivenAge = { birth_date?: string | undefined; age?: number | undefined };

/**
 * Returns the birth date to store, `YYYY-MM-DD`. For an age in full years it is the latest date for which that age is
 * correct.
 */
export function birthDateOf({ birth_date: birthDate, age = 0 }: GivenAge, today: Date): string {
  if (birthDate !== undefined) return birthDate;
  const day = new Date(today);
  day.setUTCFullYear(today.getUTCFullYear() - age);
  // 29 February becomes 28 February in other years. 1 March would make the user one day too young.
  if (day.getUTCDate() !== today.getUTCDate()) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

/**
 * Returns whether a user with this birth date may have an account. A future date is treated as a typing error.
 */
export function checkAge(birthDate: string, today: Date): 'welcome' | 'too_young' | 'not_plausible' {
  const age = ageOn(birthDate, today);
  if (age < 0 || age > MAXIMUM_AGE) return 'not_plausible';
  return age < MINIMUM_AGE ? 'too_young' : 'welcome';
}

/** Largest difference between local time and UTC. */
const TIME_ZONES_MS = 14 * 3_600_000;

/** Returns whether birth date and age in full years agree in at least one time zone at this moment. */
export function isAgeConsistent({ birth_date: birthDate, age }: GivenAge, today: Date): boolean {
  if (birthDate === undefined || age === undefined) return true;
  const moments = [-TIME_ZONES_MS, TIME_ZONES_MS].map((offset) => new Date(today.getTime() + offset));
  return moments.some((moment) => ageOn(birthDate, moment) === age);
}

/** The stored token state of a session. */
type SessionTokens = { tokenId: string; previousTokenId: string | null; rotatedAt: Date };

/** Classifies a token of a session: the current one, the previous one within the grace period, or an old one. */
export function classifyToken(
  session: SessionTokens,
  tokenId: string,
  now: Date,
): 'current' | 'grace' | 'old' {
  if (tokenId === session.tokenId) return 'current';
  const graceEnds = session.rotatedAt.getTime() + REFRESH_GRACE_SECONDS * 1000;
  return tokenId === session.previousTokenId && now.getTime() <= graceEnds ? 'grace' : 'old';
}

const WORDS = [
  'amber',
  'aurora',
  'breeze',
  'cedar',
  'cloud',
  'comet',
  'coral',
  'dune',
  'echo',
  'ember',
  'fern',
  'fjord',
  'glow',
  'harbor',
  'hazel',
  'indigo',
  'island',
  'jade',
  'lagoon',
  'lark',
  'linen',
  'maple',
  'meadow',
  'mint',
  'moss',
  'nova',
  'ocean',
  'olive',
  'opal',
  'orbit',
  'pearl',
  'pine',
  'prairie',
  'quartz',
  'raven',
  'river',
  'saffron',
  'sage',
  'shore',
  'sparrow',
  'summit',
  'tide',
  'topaz',
  'valley',
  'willow',
  'zephyr',
];
const SUFFIX_LENGTH = 4;
const WORD_MAX = USERNAME_MAX - GUEST_PREFIX.length - SUFFIX_LENGTH - 2;

function slugOf(displayName: string): string {
  const plain = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, WORD_MAX)
    .replace(/^-|-$/g, '');
}

/**
 * Returns a name for a guest account (SV-03, Q-09), for example `_guest-nova-x7k2`. It contains the display name if one
 * was given.
 */
export function makeGuestName(displayName: string | undefined): string {
  const word = slugOf(displayName ?? '') || WORDS[randomInt(WORDS.length)];
  return `${GUEST_PREFIX}-${word}-${randomDigits(SUFFIX_LENGTH)}`;
}

/** Order matters: many browsers also contain the names of the entries below them. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

function firstMatch(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}

/** Returns a readable device name from a user agent: `Chrome on Android`. */
export function deviceName(userAgent: string): string {
  const browser = firstMatch(BROWSERS, userAgent);
  const system = firstMatch(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** Crockford's base 32 digits: no characters that are easily confused. */
const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns an unguessable id of 128 bits, safe in URLs. */
export function randomId(): string {
  return randomBytes(16).toString('base64url');
}

/** Returns random lower-case digits that are easy to read aloud. */
export function randomDigits(length: number): string {
  return Array.from(randomBytes(length), (byte) => BASE_32.charAt(byte % BASE_32.length)).join('');
}
