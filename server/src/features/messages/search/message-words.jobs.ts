import type { Jobs } from '../../../platform/jobs/index.ts';
import type { WordWriter } from './message-words.service.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Runs periodically; tests enqueue it themselves. */
    'messages.add-words': null;
  }
}

/**
 * Makes messages findable that have no words: now, and every minute (SR-01). These are messages of a node that was killed
 * or could not write, those from before the upgrade, and those of the previous version of the program.
 */
export function startMessageWords({
  words,
  jobs,
}: {
  words: Pick<WordWriter, 'start'>;
  jobs: Pick<Jobs, 'every'>;
}): void {
  words.start();
  jobs.every('messages.add-words', '* * * * *', async () => words.start());
}
