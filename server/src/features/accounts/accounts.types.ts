import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { ServerSecret } from '../../platform/secrets/server-secrets.ts';
import type { AccountEvents } from './accounts.events.ts';
import type { LinkPurpose } from './mail-links.repository.ts';
import type { LinkAbout } from './link-mails.policy.ts';
import type { Origins } from './origins.service.ts';
import type { PasswordCost, PasswordHasher } from './password-hash.service.ts';
import type { Tokens } from './tokens.service.ts';

/** Checks names that users choose. Implemented by safety, which depends on accounts (SV-105). */
type NameFilter = {
  /** Returns the words to be reviewed, usually none. Throws `words_refused`. */
  readonly check: (...names: readonly (string | undefined)[]) => readonly string[];
  /** Reports the words to be reviewed, if any. Called after the name is stored; never throws. */
  readonly report: (flagged: { readonly userId: number; readonly words: readonly string[] }) => void;
};

/** Dependencies of the accounts feature. */
export type AccountsOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  /** Counts wrong passwords. Active even when request rate limits are off. */
  readonly limiter: RateLimiter;
  readonly jwtSecret: ServerSecret;
  /** Public base URL without a trailing slash; a function when it is known only after the start. */
  readonly publicUrl: string | (() => string);
  /** Returns the usernames that a user follows, newest first (SV-12). */
  readonly listFollowing: (userId: number) => Promise<string[]>;
  readonly wordFilter: NameFilter;
  /** Words by which people know this site, in lower case, of which no password may mainly consist (ID-06). */
  readonly siteWords: readonly string[];
  /** Cost parameters of password hashing; defaults to the production cost. */
  readonly passwordCost?: PasswordCost | undefined;
  /** Defaults to the system clock; tests pass their own. */
  readonly clock?: () => Date;
};

/** Dependencies shared by the services of accounts. */
export type AccountsContext = Pick<
  AccountsOptions,
  'database' | 'jobs' | 'mailer' | 'limiter' | 'jwtSecret' | 'listFollowing' | 'wordFilter' | 'siteWords'
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
    /**
     * Sends the mail of a link. The payload holds neither token nor address: the token is derived from seed and secret.
     * `about` is what the text says beside the link.
     */
    'accounts.link-mail': { purpose: LinkPurpose; seed: string; about?: LinkAbout };
    /** Deletes mails kept as files, selected by a keyed hash of the recipient. */
    'accounts.forget-mails': { recipient: string };
    /**
     * A reset link was requested. The job looks up the address, so that the request cost does not reveal known ones
     * (SV-09).
     */
    'accounts.reset-request': { email: string };
  }
}
