/**
 * Moderation owns reports with their evidence, decisions, sanctions and appeals. It owns the tables `reports`,
 * `evidence_files`, `sanctions`, `appeals` and `evasion_flags`. Permissions inside a room belong to the feature rooms.
 */
import type { ModerationOptions } from './moderation.types.ts';
import { createReports } from './reports/create-reports.ts';
import { createSanctions } from './sanctions/create-sanctions.ts';

export { createSanctionsWithoutServer } from './sanctions/create-sanctions.ts';
export type { ModerationOptions } from './moderation.types.ts';
export { moderationSections } from './moderation.personal.repository.ts';

/** Wires reports and sanctions. Call `startJobs` once before the job queue starts. */
export function createModeration(options: ModerationOptions) {
  const sanctions = createSanctions(options);
  const reports = createReports(options, sanctions);
  return {
    handlers: {
      reports: reports.handlers,
      sanctions: sanctions.handlers,
    },
    /** Commands that the running server executes for `npm run admin`. */
    commands: sanctions.commands,
    startJobs(): void {
      sanctions.startJobs();
      reports.startJobs();
    },
  };
}
