import { afterCommit, type Database, type Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { marksOf, type ActivityMark } from './activity-marks.codec.ts';
import { deleteItemsOf, deleteOldItems } from './activity.personal.repository.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurring job; tests may enqueue it. */
    'activity.old-items': null;
  }
}

/** Days after which an item is deleted. */
const KEEP_DAYS = 180;
const BATCH = 5000;

type Deps = {
  readonly database: Database;
  readonly send: (marks: readonly ActivityMark[]) => void;
};

/** Creates the deletion of what is old and of what belongs to deleted accounts (SV-13, SV-104). */
export function createActivityRetention({ database, send }: Deps) {
  return {
    /** Part of deleting an account, in its transaction: what happened to the user, and what the user alone did to others. */
    async deleteActivityOf(tx: Tx, userId: number): Promise<void> {
      const gone = await deleteItemsOf(tx, userId);
      if (gone.length > 0) afterCommit(tx, () => send(marksOf(gone, 'changed')));
    },

    startJobs(jobs: Pick<Jobs, 'every'>): void {
      jobs.every('activity.old-items', '37 3 * * *', async () => {
        while ((await deleteOldItems(database.db, KEEP_DAYS, BATCH)) === BATCH);
      });
    },
  };
}
