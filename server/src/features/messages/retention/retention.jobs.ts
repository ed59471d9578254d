import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Media } from '../../media/index.ts';
import type { Deletions } from '../deletions.service.ts';
import { createContentRemoval } from './content-removal.jobs.ts';
import { createPurge } from './purge.jobs.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurs by itself; a test may ask for it. */
    'messages.purge': null;
  }
}

type Options = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly accounts: Pick<Accounts, 'onDeleting'>;
  readonly media: Pick<Media, 'removeImages' | 'removeImagesOf'>;
  readonly deletions: Pick<Deletions, 'removeOwn'>;
};

/**
 * Starts the jobs that remove the content of messages: of those deleted long ago, and all messages of users whose account
 * was deleted with its content (SV-104). To be called before the job queue starts.
 */
export function startMessageRetention(options: Options): void {
  const removal = createContentRemoval(options);
  const purge = createPurge(options);
  options.accounts.onDeleting('messages', removal.deleting);
  removal.startJobs();
  options.jobs.every('messages.purge', '7 4 * * *', () => purge());
}
