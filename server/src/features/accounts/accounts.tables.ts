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
  password_hash: string | null;
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
  purpose: 'verify_email' | 'reset_password';
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

declare module '../../platform/database/tables.ts' {
  interface Tables {
    users: UsersTable;
    sessions: SessionsTable;
    mail_links: MailLinksTable;
    account_origins: AccountOriginsTable;
    account_networks: AccountNetworksTable;
  }
}
