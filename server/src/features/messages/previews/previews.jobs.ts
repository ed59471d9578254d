import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Previews } from './previews.service.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Runs periodically; tests enqueue it themselves. */
    'messages.link-previews': null;
  }
}

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
