/**
 * The directory: a list of users by last activity, with filters. Owns `activity_moves`, the former positions of users,
 * which keep a list consistent while it is paged through.
 */
import type { directoryRoutes } from '@adda/contract/directory';
import type { Database } from '../../platform/database/index.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { deleteOldMoves } from './directory.repository.ts';
import { createDirectory as createService } from './directory.service.ts';
import { LIST_MINUTES } from '../../platform/paging/list-cursor.ts';

/** Longer than a cursor is valid, with a margin for clock differences. */
const KEPT_MINUTES = LIST_MINUTES + 5;

type Deps = {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'every'>;
  /** Defaults to the system clock; tests pass their own. */
  readonly clock?: () => Date;
};

/** Public interface of the feature. Call `startJobs` once before the job queue starts. */
export type Directory = {
  /** Returns the users whose name matches a text best, as the list shows them to the caller (SR-02). */
  readonly find: ReturnType<typeof createService>['find'];
  readonly handlers: Handlers<typeof directoryRoutes>;
  readonly startJobs: () => void;
};

/** Creates the feature; its routes are in `handlers`. */
export function createDirectory({ database, jobs, clock = () => new Date() }: Deps): Directory {
  const directory = createService(database, clock);
  return {
    find: directory.find,
    handlers: { 'GET /users/list': ({ actor, query }) => directory.list(actor, query) },
    startJobs: () =>
      jobs.every('directory.old-moves', '*/5 * * * *', () => deleteOldMoves(database.db, KEPT_MINUTES)),
  };
}
