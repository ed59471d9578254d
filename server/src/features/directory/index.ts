/**
 * The directory: browsing people by when they were last here, with filters. Owns the notes of where people stood
 * before they became active (`activity_moves`), by which a list stays whole while it is read.
 */
import type { directoryRoutes } from '@adda/contract/directory';
import type { Database } from '../../platform/database/index.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { deleteOldMoves } from './directory.repository.ts';
import { createDirectory as createService } from './directory.service.ts';
import { LIST_MINUTES } from '../../platform/paging/list-cursor.ts';

/** Longer than a list can be read on, by what a busy clock may be off. */
const KEPT_MINUTES = LIST_MINUTES + 5;

type Deps = {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'every'>;
  /** The time; the system's unless a test says otherwise. */
  readonly clock?: () => Date;
};

/** The feature's face for the app. Call `startJobs` once before the job queue starts. */
export type Directory = {
  readonly handlers: Handlers<typeof directoryRoutes>;
  readonly startJobs: () => void;
};

/** Makes the feature. */
export function createDirectory({ database, jobs, clock = () => new Date() }: Deps): Directory {
  const directory = createService(database, clock);
  return {
    handlers: { 'GET /users/list': ({ actor, query }) => directory.list(actor, query) },
    startJobs: () =>
      jobs.every('directory.old-moves', '*/5 * * * *', () => deleteOldMoves(database.db, KEPT_MINUTES)),
  };
}
