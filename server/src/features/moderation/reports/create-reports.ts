import { createContentRemoval } from '../content/content-removal.ts';
import { createPostRemoval } from '../content/post-removal.service.ts';
import type { ModerationOptions, Sanctions } from '../moderation.types.ts';
import { createEvidenceCopies } from './evidence-copies.service.ts';
import { createEvidenceFiles } from './evidence-files.service.ts';
import { createReportDecisions } from './report-decisions.service.ts';
import { createReportQueue } from './report-queue.service.ts';
import { createReportService } from './reporting.service.ts';
import { reportsHandlers } from './reports.routes.ts';

/** Wires reports, evidence, the report queue and decisions. */
export function createReports(options: ModerationOptions, sanctions: Sanctions) {
  const copies = createEvidenceCopies(options);
  const reporting = createReportService({ ...options, copies });
  const removal = createContentRemoval(options);
  options.safety.wordFilter.onRaised(reporting.raise);
  return {
    handlers: reportsHandlers({
      reporting,
      queue: createReportQueue(options),
      decisions: createReportDecisions({ ...options, sanctions, removal }),
      evidenceFiles: createEvidenceFiles(options),
      postRemoval: createPostRemoval({ ...options, sanctions, removal }),
      viewerCookie: options.media.viewerCookie,
    }),
    startJobs: copies.startJobs,
  };
}
