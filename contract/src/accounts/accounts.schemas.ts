import * as z from 'zod/mini';
import {
  notificationPreview,
  notificationSettings,
  notificationSettingsInput,
  quietHours,
} from '../activity/notification-settings.ts';
import { timestamp } from '../kernel/ids.ts';
import { isBlankText, isUnfitForNames } from '../messages/visible-text.ts';
import {
  DISPLAY_NAME_MAX,
  EMAIL_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
} from './accounts.limits.ts';
import { countries, statesOf } from './countries.ts';
import { authenticationResponse, factorCode, newPasskey } from './factors.schemas.ts';

const RESERVED_NAMES = new Set(['system', 'admin', 'adda', 'everyone', 'here', 'all']);

/** Prefixes of the names of plans and deleted accounts. */
const RESERVED_PREFIXES = ['plan_', 'deleted-'];

/**
 * Username of a registered account: lower case, unique regardless of case, never in the form of a guest's or a
 * plan's name.
 */
export const username = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(USERNAME_MIN, `Use at least ${USERNAME_MIN} characters.`),
  z.maxLength(USERNAME_MAX, `Use at most ${USERNAME_MAX} characters.`),
  z.regex(/^[a-z0-9._-]*$/, 'Use letters a–z, digits, dot, dash and underscore only.'),
  z.refine((name) => !name.startsWith('_'), 'A name can’t start with an underscore.'),
  z.refine(
    (name) => !RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix)) && !RESERVED_NAMES.has(name),
    'This name is reserved.',
  ),
);

/** Username of any account in a path or body, guests included. */
export const anyUsername = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(USERNAME_MAX));

export const email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(EMAIL_MAX, 'This address is too long.'),
    z.email('Enter a valid e-mail address.'),
  );

const password = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`),
    z.maxLength(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`),
  );

/** A password that is only compared: the rules may have been different when it was chosen. */
const givenPassword = z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(PASSWORD_MAX));

export const sex = z.enum(['male', 'female']);
export const country = z.enum(countries.map((entry) => entry.country));

/** A date as `YYYY-MM-DD`; a date that is not in the calendar is refused. */
const birthDate = z.iso.date('Enter your date of birth.');

/** The name that other users see; the rule for edited names also holds at registration (SV-18). */
const displayName = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(DISPLAY_NAME_MAX),
  z.refine((name) => !isUnfitForNames(name) && !isBlankText(name), 'Use characters that can be seen.'),
);
const referralCode = z.string().check(z.trim(), z.maxLength(32));

/**
 * Personal data of a new account. The form sends `birth_date`; `age` in full years is accepted instead (SV-01). The service
 * judges the limits of the age, because it remembers a refusal.
 */
const person = {
  sex,
  birth_date: z.optional(birthDate),
  age: z.optional(z.int().check(z.minimum(0), z.maximum(150))),
  country,
  state: z.string(),
};

type Person = { country: string; state: string; birth_date?: string | undefined; age?: number | undefined };

const stateBelongs = z.refine<Person>((value) => statesOf(value.country).includes(value.state), {
  path: ['state'],
  error: 'Choose a state of your country.',
});
const ageGiven = z.refine<Person>((value) => value.birth_date !== undefined || value.age !== undefined, {
  path: ['birth_date'],
  error: 'Enter your date of birth.',
});

/** With a `passkey` in place of a `password`, the passkey is the only way in (ID-01). */
export const registerInput = z
  .strictObject({
    username,
    email,
    password: z.optional(password),
    passkey: z.optional(newPasskey),
    ...person,
    referral_code: z.optional(referralCode),
  })
  .check(
    stateBelongs,
    ageGiven,
    z.refine((given) => (given.password === undefined) !== (given.passkey === undefined), {
      path: ['password'],
      error: `Use at least ${PASSWORD_MIN} characters.`,
    }),
  );

export const guestInput = z
  .strictObject({ ...person, display_name: z.optional(displayName) })
  .check(stateBelongs, ageGiven);

export const upgradeInput = z.strictObject({
  username,
  email,
  password,
  referral_code: z.optional(referralCode),
});

/** `username` may contain the e-mail address; `email` is accepted instead. */
export const loginInput = z
  .strictObject({
    username: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX))),
    email: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX))),
    password: givenPassword,
  })
  .check(
    z.refine((value) => Boolean(value.username || value.email), {
      path: ['username'],
      error: 'Enter your username or e-mail address.',
    }),
  );

/** An account without a password sends no `current_password`; it proves itself by its passkey (ID-01). */
export const changePasswordInput = z.strictObject({
  current_password: z.optional(givenPassword),
  new_password: password,
});
/**
 * One proof that the caller is the owner of the account (ID-03): the password, a code, or a passkey. With an authenticator app a
 * password alone is none.
 */
export const proofInput = z
  .strictObject({
    password: z.optional(givenPassword),
    code: z.optional(factorCode),
    passkey: z.optional(authenticationResponse),
  })
  .check(
    z.refine(
      (given) =>
        [given.password, given.code, given.passkey].filter((proof) => proof !== undefined).length === 1,
      { path: ['password'], error: 'Enter your password.' },
    ),
  );
export const resetPasswordInput = z.strictObject({
  token: z.string().check(z.maxLength(200)),
  new_password: password,
});
/** Without a `password` where the account has none (ID-01). `remove_content`: the account's messages are deleted too, instead of staying without a name (SV-13, SV-104). */
export const deleteAccountInput = z.strictObject({
  password: z.optional(givenPassword),
  remove_content: z._default(z.boolean(), false),
});

/** Response of every route that logs in: the token and its account. */
export const signedIn = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  username: z.string(),
  is_guest: z.boolean(),
  email_verified: z.boolean(),
});

/** The caller's own account (SV-12). `email` is in this response only. */
export const me = z.object({
  username: z.string(),
  display_name: z.string(),
  email: z.nullable(z.string()),
  /** The address that the user asked for and has not confirmed yet (ID-05). */
  wanted_email: z.nullable(z.string()),
  role: z.enum(['user', 'admin']),
  is_guest: z.boolean(),
  following: z.array(z.string()),
  email_verified: z.boolean(),
  is_available: z.boolean(),
  referral_code: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  links: z.array(z.string()),
  profile_image_url: z.nullable(z.string()),
  profile_picture: z.nullable(z.string()),
  sex,
  age: z.int(),
  country,
  state: z.string(),
  created_at: timestamp,
});

/**
 * A session (a logged-in device). `device` is the browser's own name, shortened; `country` is that of the login (ISO 3166-1 alpha-2),
 * null where no trusted proxy names it (ID-05).
 */
export const session = z.object({
  session_id: z.string(),
  device: z.string(),
  country: z.nullable(z.string()),
  created_at: timestamp,
  last_used_at: timestamp,
  is_current: z.boolean(),
});

/**
 * Who may begin a private chat with a user (MR-03). `everyone`: strangers send a request first. `known`: only those whom the
 * user follows, and members of a common room by request. `nobody`: not even users whom the user follows.
 */
export const whoMayWrite = z.enum(['everyone', 'known', 'nobody']);

/** The currency that money is shown in (HM-16); amounts on the wire stay as they are. */
export const currency = z.enum(['INR', 'USD']);

/**
 * The caller's settings, one flat object. `tell_read`: the two users of a private chat see what the other has read, if both
 * have it on (FT-03). `link_previews`: links in the caller's messages get cards, and the caller sees cards (FT-05).
 * `name_when_forwarded`: messages that forward one of the caller's name the caller (FT-06). `who_may_write`: who may begin a
 * private chat with the caller (MR-03). `hide_followers` and `hide_following`: only the caller sees the list and its number
 * (HM-15). `currency`: what the caller reads money in; until it is chosen rupees for users in India, otherwise dollars (HM-16).
 * `notifications`, `quiet_hours`, `preview`: what the caller is told, when and with which words (NT-03).
 */
export const settings = z.object({
  tell_read: z.boolean(),
  link_previews: z.boolean(),
  name_when_forwarded: z.boolean(),
  who_may_write: whoMayWrite,
  hide_followers: z.boolean(),
  hide_following: z.boolean(),
  currency,
  notifications: notificationSettings,
  quiet_hours: z.nullable(quietHours),
  preview: notificationPreview,
});

/** A change of settings; absent ones stay as they are. */
export const settingsInput = z.strictObject({
  tell_read: z.optional(z.boolean()),
  link_previews: z.optional(z.boolean()),
  name_when_forwarded: z.optional(z.boolean()),
  who_may_write: z.optional(whoMayWrite),
  hide_followers: z.optional(z.boolean()),
  hide_following: z.optional(z.boolean()),
  currency: z.optional(currency),
  notifications: z.optional(notificationSettingsInput),
  quiet_hours: z.optional(z.nullable(quietHours)),
  preview: z.optional(notificationPreview),
});

export type SignedIn = z.output<typeof signedIn>;
export type Me = z.output<typeof me>;
export type Session = z.output<typeof session>;
export type RegisterInput = z.output<typeof registerInput>;
export type GuestInput = z.output<typeof guestInput>;
export type UpgradeInput = z.output<typeof upgradeInput>;
export type LoginInput = z.output<typeof loginInput>;
export type Sex = z.output<typeof sex>;
export type ProofInput = z.output<typeof proofInput>;
export type ChangePasswordInput = z.output<typeof changePasswordInput>;
export type DeleteAccountInput = z.output<typeof deleteAccountInput>;
export type WhoMayWrite = z.output<typeof whoMayWrite>;
export type Currency = z.output<typeof currency>;
export type Settings = z.output<typeof settings>;
export type SettingsInput = z.output<typeof settingsInput>;
