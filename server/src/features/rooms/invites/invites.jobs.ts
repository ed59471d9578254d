import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { deleteInvites, lockExpiredPersonal } from './invites.repository.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurring job; tests may enqueue it. */
    'rooms.expired-invites': null;
  }
}

const BATCH = 500;

type Deps = {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'every'>;
  /** Runs before invitations with these codes end, in the same transaction. */
  readonly ending: (tx: Tx, codes: readonly string[]) => Promise<void>;
};

/** Deletes personal invitations that have expired, each minute, so that they go from open lists too (GR-02, NT-02). */
export function startInviteJobs({ database, jobs, ending }: Deps): void {
  /** Returns how many were deleted. */
  const deleteSome = (): Promise<number> =>
    database.transaction(async (tx) => {
      const codes = await lockExpiredPersonal(tx, BATCH);
      await ending(tx, codes);
      await deleteInvites(tx, codes);
      return codes.length;
    });
  jobs.every('rooms.expired-invites', '* * * * *', async () => {
    while ((await deleteSome()) === BATCH);
  });
}
