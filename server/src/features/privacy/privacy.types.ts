import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { MediaStore } from '../../platform/media-store/index.ts';
import type { PersonalSection } from '../../platform/personal-data/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Media } from '../media/index.ts';
import type { Notifications } from '../notifications/index.ts';

/** Dependencies of the privacy feature. */
export type PrivacyOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly store: MediaStore;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'authenticate' | 'callerOf' | 'deleteAgain' | 'onDeleting' | 'mailOwner'>;
  readonly media: Pick<Media, 'exportLinks' | 'removeBytes' | 'viewerCookie'>;
  readonly notifications: Pick<Notifications, 'notify'>;
  /** The personal data of all features. */
  readonly sections: readonly PersonalSection[];
  /** Folder for exports that are being written. Old files in it may be deleted. */
  readonly workFolder: string;
};
