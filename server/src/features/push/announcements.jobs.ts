import { notificationWaysOf } from '@adda/contract/activity';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Activity } from '../activity/index.ts';
import { noteAnnouncement } from './deliveries.repository.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Notes the pushes of an announcement for the browsers after this subscription, some at a time. */
    'push.announcement': { readonly announcementId: string; readonly after: number };
  }
}

/** Browsers of one job: a short transaction, between which other jobs run. */
const BATCH = 1000;

type Deps = {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly activity: Pick<Activity, 'isAnnounced'>;
};

/** Creates the pushes of announcements to those who switched them on (PN-03). They have no items whose triggers could note them. */
export function createAnnouncementPushes({ database, jobs, activity }: Deps) {
  /** Whether announcements are pushed to users who chose nothing. */
  const { push: isPushedAtFirst } = notificationWaysOf({}).announcement;
  return {
    /** Call in the transaction of a new announcement: it is pushed when it begins. */
    announce: (tx: Tx, announcementId: string, startAfterSeconds: number): Promise<void> =>
      jobs.enqueue(tx, 'push.announcement', { announcementId, after: 0 }, { startAfterSeconds }),

    startJobs(): void {
      jobs.handle('push.announcement', async ({ announcementId, after }) => {
        if (!(await activity.isAnnounced(announcementId))) return;
        await database.transaction(async (tx) => {
          const last = await noteAnnouncement(tx, { announcementId, after, isPushedAtFirst }, BATCH);
          if (last !== undefined)
            await jobs.enqueue(tx, 'push.announcement', { announcementId, after: last });
        });
      });
    },
  };
}
