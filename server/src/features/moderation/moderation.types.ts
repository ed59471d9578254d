import type { SanctionKind } from '@adda/contract/moderation';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { MediaStore } from '../../platform/media-store/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Feed } from '../feed/index.ts';
import type { Media } from '../media/index.ts';
import type { Messages } from '../messages/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Relations } from '../relations/index.ts';
import type { Safety } from '../safety/index.ts';

/** Dependencies of the moderation feature. */
export type ModerationOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly store: MediaStore;
  readonly accounts: Accounts;
  readonly relations: Relations;
  readonly media: Media;
  readonly messages: Messages;
  readonly feed: Feed;
  readonly safety: Safety;
  readonly notifications: Notifications;
  /** Public base URL. */
  readonly publicUrl: () => string;
};

/** A sanction to impose. */
export type NewSanction = {
  readonly userId: number;
  readonly kind: SanctionKind;
  /** Shown to the user; not empty. */
  readonly reason: string;
  /** End of a suspension; null for every other kind. */
  readonly until: Date | null;
  readonly reportId: string | null;
  /** Null for a command on the server. */
  readonly issuedBy: number | null;
};

/** Imposes sanctions, for reports and commands. */
export type Sanctions = {
  /**
   * Imposes a sanction in the transaction: stores it, writes the audit and notifies the user. A suspension also ends
   * all sessions once committed (SV-50, R-07). Returns the sanction id. Throws `admin_not_sanctioned`,
   * `already_suspended`, `suspension_end_in_past` or `sanction_reason_missing`.
   */
  readonly impose: (tx: Tx, sanction: NewSanction) => Promise<string>;
};
