import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Media } from '../../media/index.ts';
import type { Deletions } from '../deletions.service.ts';
import { createContentRemoval } from './content-removal.jobs.ts';
import { createPurge } from './purge.jobs.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Runs periodically; tests enqueue it themselves. */
    'messages.purge': null;
  }
}

type Options = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly accounts: Pick<Accounts, 'onDeleting'>;
  readonly media: Pick<Media, 'removeMessageMedia' | 'removeMessageMediaOf'>;
  readonly deletions: Pick<Deletions, 'removeOwn'>;
};

/**
 * Starts the jobs that remove the content and the former texts of messages that were deleted long ago, and the content of
 * all messages of users who deleted their account with its content (SV-104, ED-04). Call before the job queue starts.
 */
export function startMessageRetention(options: Options): void {
  const removal = createContentRemoval(options);
  const purge = createPurge(options);
  options.accounts.onDeleting('messages', removal.deleting);
  removal.startJobs();
  options.jobs.every('messages.purge', '7 4 * * *', () => purge());
}
