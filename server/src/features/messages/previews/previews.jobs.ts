import type { Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Previews } from './previews.service.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Runs periodically, and after a commit of a node that fetches no pages. */
    'messages.link-previews': null;
  }
}

/**
 * Asks a node that works off jobs for the pages that the transaction queued (CL-06). Without a key: a job that waits may be
 * taken before this commit and would find nothing.
 */
export const askForLinkPreviews = (tx: Tx, jobs: Pick<Jobs, 'enqueue'>): Promise<void> =>
  jobs.enqueue(tx, 'messages.link-previews', null);

/** Makes cards that are due: after a failed try, and those of a node that was killed (FT-05). */
export function startLinkPreviews({
  previews,
  jobs,
}: {
  readonly previews: Pick<Previews, 'start'>;
  readonly jobs: Pick<Jobs, 'every'>;
}): void {
  previews.start();
  jobs.every('messages.link-previews', '* * * * *', async () => previews.start());
}
