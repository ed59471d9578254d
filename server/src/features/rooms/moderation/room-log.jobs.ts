import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { deleteOldEntries } from './room-log.repository.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Runs periodically; tests enqueue it themselves. */
    'rooms.old-entries': null;
  }
}

type Options = { readonly database: Pick<Database, 'db'>; readonly jobs: Jobs };

/** Starts the job that removes old entries of the logs of rooms (GR-06). Call before the job queue starts. */
export function startRoomRetention({ database, jobs }: Options): void {
  jobs.every('rooms.old-entries', '19 * * * *', () => deleteOldEntries(database.db));
}
