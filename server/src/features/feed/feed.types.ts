import type { RoomWithFriends } from '@adda/contract/feed';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Activity } from '../activity/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Creators } from '../creators/index.ts';
import type { Media } from '../media/index.ts';
import type { CreatorRooms } from '../profiles/index.ts';
import type { WordFilter } from '../safety/index.ts';

/** Dependencies of the feed. */
export type FeedOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'authenticate' | 'callerOf' | 'onDeleting' | 'onAccountStatusChanged'>;
  readonly media: Media;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
  readonly creators: Creators;
  readonly ads: Ads;
  readonly rooms: CreatorRooms;
  /** Returns public rooms with users whom the viewer follows (HM-14). */
  readonly roomsWithFriends: (viewerId: number, limit: number) => Promise<RoomWithFriends[]>;
  readonly activity: Pick<Activity, 'tell' | 'changed' | 'register'>;
  readonly publicUrl: () => string;
  /** Features that the operator has enabled. */
  readonly features: { readonly likes: boolean; readonly shares: boolean };
};
