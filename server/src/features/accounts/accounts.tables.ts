import type { Generated } from 'kysely';

/** A person: registered, guest, or deleted (then without anything that names them). */
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
  referral_code: string | null;
  referred_by: number | null;
  /** When whoever brought this person had their reward. */
  referral_rewarded_at: Date | null;
  last_active_at: Date;
  created_at: Date;
  suspended_at: Date | null;
  deleted_at: Date | null;
};

/** A device that is logged in, with the id of its current token and of the one before it. */
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
  /** When the person proved last that the account is theirs: by logging in, or by the password again (ID-03). */
  proven_at: Date | null;
};

/** A link that was sent by mail; of its token only the hash is here. */
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
 * A keyed hash of what an account may have in common with another: the device or the network with a browser from which
 * it is used, its address of e-mail without aliases, or who pays for it.
 */
export type AccountOriginsTable = {
  user_id: number;
  mark: string;
  kind: Generated<'device' | 'network' | 'email' | 'payer'>;
  seen_at: Date;
};

/** A network that somebody came from, whatever the browser, as a keyed hash. */
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
