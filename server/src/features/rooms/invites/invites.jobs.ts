import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Invites } from './invites.service.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurring job; tests may enqueue it. */
    'rooms.expired-invites': null;
  }
}

const BATCH = 500;

/** Deletes personal invitations that have expired, each minute, so that they go from open lists too (GR-02, NT-02). */
export function startInviteJobs(
  jobs: Pick<Jobs, 'every'>,
  { deleteExpired }: Pick<Invites, 'deleteExpired'>,
) {
  jobs.every('rooms.expired-invites', '* * * * *', async () => {
    while ((await deleteExpired(BATCH)) === BATCH);
  });
}
