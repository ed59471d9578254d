import type { NotificationPreview, NotificationSettingsInput, QuietHours } from '@adda/contract/activity';
import type { ColumnType, Generated } from 'kysely';

/** A user: registered, guest, or deleted (anonymised). */
export type UsersTable = {
  id: Generated<number>;
  username: string;
  display_name: string;
  is_guest: boolean;
  role: Generated<'user' | 'admin'>;
  email: string | null;
  email_verified_at: Date | null;
  /** Null for guests, and for accounts that only a passkey opens (ID-01). */
  password_hash: string | null;
  /** Whether a login needs a code of the authenticator app as well (ID-02). */
  has_totp: Generated<boolean>;
  passkey_count: Generated<number>;
  /** `YYYY-MM-DD`. */
  birth_date: string;
  sex: 'male' | 'female';
  country: string;
  state: string;
  bio: string | null;
  links: Generated<string[]>;
  profile_image_url: string | null;
  is_available: Generated<boolean>;
  /** Settings of the user. */
  tell_read: Generated<boolean>;
  link_previews: Generated<boolean>;
  name_when_forwarded: Generated<boolean>;
  who_may_write: Generated<'everyone' | 'known' | 'nobody'>;
  hide_followers: Generated<boolean>;
  hide_following: Generated<boolean>;
  /** Null until it is chosen: by country then (HM-16). */
  currency: Generated<'INR' | 'USD' | null>;
  /** What the user chose; other kinds and ways are as they are at first (NT-03). Written as JSON text. */
  notifications: ColumnType<NotificationSettingsInput, string | undefined, string>;
  quiet_hours: ColumnType<QuietHours | null, string | null | undefined, string | null>;
  preview: Generated<NotificationPreview>;
  referral_code: string | null;
  referred_by: number | null;
  /** When the user who referred this account was rewarded. */
  referral_rewarded_at: Date | null;
  last_active_at: Date;
  created_at: Date;
  suspended_at: Date | null;
  deleted_at: Date | null;
};

/** A logged-in device with the ids of its current and its previous token. */
export type SessionsTable = {
  id: string;
  user_id: number;
  device: string;
  /** Of the login, if a trusted proxy named it. */
  country: string | null;
  token_id: string;
  previous_token_id: string | null;
  rotated_at: Date;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  /** When the user last proved their identity, by logging in or by entering the password again (ID-03). */
  proven_at: Date | null;
};

/** A link sent by mail. Only the hash of its token is stored. */
export type MailLinksTable = {
  token_hash: string;
  purpose: 'verify_email' | 'reset_password' | 'change_email' | 'undo_email_change' | 'undo_login';
  user_id: number;
  email: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

/**
 * A keyed hash of something that two accounts can have in common: device, network with browser, e-mail address without
 * aliases, or payer.
 */
export type AccountOriginsTable = {
  user_id: number;
  mark: string;
  kind: Generated<'device' | 'network' | 'email' | 'payer'>;
  seen_at: Date;
};

/** A keyed hash of a network that an account was used from, regardless of the browser. */
export type AccountNetworksTable = { user_id: number; mark: string; seen_at: Date };

/** A keyed hash of a browser with its system, or of a country, that an account was used with or from (ID-05). */
export type AccountPlacesTable = {
  user_id: number;
  kind: 'browser' | 'country';
  mark: string;
  seen_at: Date;
};

/** A passkey (ID-01). */
export type PasskeysTable = {
  id: string;
  user_id: number;
  /** The id that the authenticator gave it, base64url. */
  credential_id: string;
  /** In COSE's format. */
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};

/** A challenge of WebAuthn that the server gave out; it works once. */
export type PasskeyChallengesTable = {
  challenge: string;
  purpose: 'add' | 'register' | 'use';
  caller: string | null;
  expires_at: Date;
};

/** The authenticator app of a user (ID-02). Secrets are encrypted. `last_step`: the newest step whose code was used. */
export type TotpSecretsTable = {
  user_id: number;
  secret: Generated<Buffer | null>;
  last_step: Generated<number>;
  unconfirmed_secret: Generated<Buffer | null>;
  /** Null for apps that are older than this column. */
  confirmed_at: Generated<Date | null>;
};

/** A recovery code that was not used yet (ID-02). `created_at` is null for codes that are older than this column. */
export type RecoveryCodesTable = { user_id: number; code_hash: string; created_at: Generated<Date | null> };

/** A login whose password was right and whose second factor is missing (ID-02). */
export type LoginChallengesTable = {
  challenge_hash: string;
  user_id: number;
  tries: Generated<number>;
  expires_at: Date;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    users: UsersTable;
    sessions: SessionsTable;
    mail_links: MailLinksTable;
    account_origins: AccountOriginsTable;
    account_networks: AccountNetworksTable;
    account_places: AccountPlacesTable;
    passkeys: PasskeysTable;
    passkey_challenges: PasskeyChallengesTable;
    totp_secrets: TotpSecretsTable;
    recovery_codes: RecoveryCodesTable;
    login_challenges: LoginChallengesTable;
  }
}
