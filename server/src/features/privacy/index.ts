/**
 * Personal data: exports, and repeated deletion of accounts that an older backup brought back. Owns the table
 * `data_exports` and the tombstones in the media store. Each feature describes its own data (`PersonalSection`).
 */
import './privacy.repository.ts';
import { createDeletions } from './deletions.service.ts';
import { createExportJobs } from './exports.jobs.ts';
import { createExports } from './exports.service.ts';
import { privacyHandlers } from './privacy.routes.ts';
import type { PrivacyOptions } from './privacy.types.ts';

export { copyTombstones } from './deletions.service.ts';

/** Creates the feature. Call `startJobs` once before the job queue starts. */
export function createPrivacy(options: PrivacyOptions) {
  const deletions = createDeletions(options);
  const exportJobs = createExportJobs(options);
  options.accounts.onDeleting('tombstone', deletions.note);
  options.accounts.onDeleting('data copies', exportJobs.forget);
  return {
    handlers: privacyHandlers(createExports(options)),
    /** Deletes accounts again that a restored backup brought back. Call before the first request is served. */
    applyDeletions: deletions.apply,
    startJobs(): void {
      deletions.startJobs();
      exportJobs.startJobs();
    },
  };
}
