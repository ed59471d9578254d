import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { AccountEvents } from './account-events.ts';
import type { LinkPurpose } from './mail-links.repository.ts';
import type { Origins } from './origins/origins.ts';
import type { PasswordCost, PasswordHasher } from './password-hash.ts';
import type { Tokens } from './tokens.ts';

/** Judges the names that people choose: safety, which stands above accounts (SV-105). */
export type NameFilter = {
  /** The words that are looked at, none as a rule. Throws `words_refused`. */
  readonly judge: (...names: readonly (string | undefined)[]) => readonly string[];
  /** Has what went through looked at, if anything; called once it is stored. Never throws. */
  readonly raise: (flagged: { readonly userId: number; readonly words: readonly string[] }) => void;
};

/** What the program gives to accounts. */
export type AccountsOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  /** Counts wrong passwords; stays on also where request-rate limits are off. */
  readonly limiter: RateLimiter;
  readonly jwtSecret: string;
  /** Address that people open, without a slash at its end; a function where it is known only after the start. */
  readonly publicUrl: string | (() => string);
  /** Names of those whom somebody follows, the newest first (SV-12). */
  readonly listFollowing: (userId: number) => Promise<string[]>;
  readonly wordFilter: NameFilter;
  /** What hashing a password costs; the usual cost unless given. */
  readonly passwordCost?: PasswordCost | undefined;
  /** The time; the system's unless a test says otherwise. */
  readonly clock?: () => Date;
};

/** What the services of accounts share. */
export type AccountsContext = Pick<
  AccountsOptions,
  'database' | 'jobs' | 'mailer' | 'limiter' | 'jwtSecret' | 'listFollowing' | 'wordFilter'
> & {
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  readonly events: AccountEvents;
  readonly tokens: Tokens;
  readonly passwords: PasswordHasher;
  readonly origins: Origins;
};

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Sends the mail of a link. The queue holds neither token nor address: it is made again from seed and secret. */
    'accounts.link-mail': { purpose: LinkPurpose; seed: string };
    /** Forgets mails that were kept as files, by a keyed hash of whom they went to. */
    'accounts.forget-mails': { recipient: string };
    /** Someone asked for a reset link; whether the address is known is found out here (SV-09). */
    'accounts.reset-request': { email: string };
  }
}
