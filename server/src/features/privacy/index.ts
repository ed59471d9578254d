/**
 * A person's own rights: a copy of everything about them, and deleting again what an older backup brought back. Owns the
 * table `data_exports`, and the notes in the media store of accounts that were deleted. What each feature knows of a
 * person, it says itself (`PersonalSection`).
 */
import './privacy.tables.ts';
import { createDeletions } from './deletions/deletions.ts';
import { createExportJobs } from './exports/export-jobs.ts';
import { createExports } from './exports/exports.service.ts';
import { privacyHandlers } from './privacy.routes.ts';
import type { PrivacyOptions } from './privacy.types.ts';

export { copyTombstones } from './deletions/copy-tombstones.ts';

/** Makes the feature. Call `startJobs` once before the job queue starts. */
export function createPrivacy(options: PrivacyOptions) {
  const deletions = createDeletions(options);
  const exportJobs = createExportJobs(options);
  options.accounts.onDeleting(deletions.note);
  options.accounts.onDeleting(exportJobs.forget);
  return {
    handlers: privacyHandlers(createExports(options)),
    /** Deletes accounts again that were deleted and that a restored backup brought back; before the first request. */
    applyDeletions: deletions.apply,
    startJobs(): void {
      deletions.startJobs();
      exportJobs.startJobs();
    },
  };
}
