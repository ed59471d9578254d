import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Media } from '../../media/index.ts';
import { createContentRemoval, type RemovedHook } from './content-removal.ts';
import { createPurge } from './purge.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurs by itself; a test may ask for it. */
    'messages.purge': null;
  }
}

/** What forgetting messages needs of the rest. */
export type RetentionOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly accounts: Pick<Accounts, 'onDeleting'>;
  readonly media: Pick<Media, 'removeImages' | 'removeImagesOf'>;
};

/** Forgetting what was said: what was deleted long ago, and everything of people who take it with them (SV-104). */
export type MessageRetention = {
  /** Called in the transaction of each removal of messages of a deleted account. */
  readonly onRemoved: (hook: RemovedHook) => void;
};

/** Makes it, with its jobs; to be called before the job queue starts. */
export function createMessageRetention(options: RetentionOptions): MessageRetention {
  const removal = createContentRemoval(options);
  const purge = createPurge(options);
  options.accounts.onDeleting('messages', removal.ending);
  removal.startJobs();
  options.jobs.every('messages.purge', '7 4 * * *', () => purge());
  return { onRemoved: removal.onRemoved };
}
