/**
 * Moderation owns reports with their evidence, decisions, sanctions and appeals. It owns the tables `reports`,
 * `evidence_files`, `sanctions`, `appeals` and `evasion_flags`. Permissions inside a room belong to the feature rooms.
 */
import type { AdminCommands } from '../../platform/admin-socket/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { ModerationOptions, Sanctions } from './moderation.types.ts';
import { createContentRemoval, createPostRemoval } from './content-removal.service.ts';
import { createEvidenceCopies, createEvidenceFiles } from './reports/evidence.service.ts';
import { createOwnReports } from './reports/own-reports.service.ts';
import { createReportDecisions } from './reports/report-decisions.service.ts';
import { createReportQueue } from './reports/report-queue.service.ts';
import { createReportService } from './reports/reporting.service.ts';
import { reportsHandlers } from './reports/reports.routes.ts';
import { createAppeals } from './sanctions/appeals.service.ts';
import { createEvasion } from './sanctions/evasion.service.ts';
import {
  createSanctionImposer,
  type SanctionDeps,
  createSanctionLifter,
} from './sanctions/sanctions.service.ts';
import { createPeople } from './sanctions/people.service.ts';
import { sanctionsHandlers } from './sanctions/sanctions.routes.ts';
import { createSanctionCommands } from './sanctions/sanctions.commands.ts';
import { createSuspensions, createSuspendedUsers } from './sanctions/suspensions.service.ts';

export type { ModerationOptions } from './moderation.types.ts';
export { isOverdue as isReportOverdue } from './reports/report-queue.repository.ts';
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

/** Wires reports, evidence, the report queue and decisions. */
function createReports(options: ModerationOptions, sanctions: Sanctions) {
  const copies = createEvidenceCopies(options);
  const reporting = createReportService({ ...options, copies });
  const removal = createContentRemoval(options);
  options.safety.wordFilter.onReported(reporting.raise);
  return {
    handlers: reportsHandlers({
      reporting,
      ownReports: createOwnReports(options.database),
      queue: createReportQueue(options),
      decisions: createReportDecisions({ ...options, sanctions, removal }),
      evidenceFiles: createEvidenceFiles(options),
      postRemoval: createPostRemoval({ ...options, sanctions, removal }),
      viewerCookie: options.media.viewerCookie,
    }),
    startJobs: copies.startJobs,
  };
}

type Options = Pick<
  ModerationOptions,
  'database' | 'jobs' | 'logger' | 'accounts' | 'notifications' | 'publicUrl'
>;

/** Wires sanctions, appeals, evasion hints and the user administration of the console. */
function createSanctions({ database, jobs, logger, accounts, notifications, publicUrl }: Options) {
  const { accountStatus } = accounts;
  const deps = { accountStatus, jobs, notifications, publicUrl };
  const sanctionImposer = createSanctionImposer(deps);
  const sanctionLifter = createSanctionLifter(deps);
  const suspensions = createSuspensions({
    database,
    jobs,
    logger,
    accounts,
    sanctionImposer,
    sanctionLifter,
  });
  const appeals = createAppeals({ database, accountStatus, sanctionLifter, notifications, publicUrl });
  const evasion = createEvasion({ database, jobs, accounts });
  const suspendedUsers = createSuspendedUsers({ database, accounts, sanctionLifter, appeals });
  accounts.onSuspendedLogin(sanctionLifter.endIfExpired);
  accounts.onMarksStored(evasion.enqueueCheck);
  return {
    /** The only way to impose a sanction. */
    impose: sanctionImposer.impose,
    handlers: sanctionsHandlers({
      suspensions,
      appeals,
      evasion,
      suspendedUsers,
      people: createPeople({ database }),
    }),
    /** Commands that the running server executes for `npm run admin`. */
    commands: createSanctionCommands({ database, sanctionImposer, sanctionLifter }),
    startJobs(): void {
      suspensions.startJobs();
      evasion.startJobs();
    },
  };
}

/**
 * Creates the sanction commands for use while no server runs. Open connections do not exist then; mails and other
 * follow-up jobs wait in the queue until the server starts.
 */
export function createSanctionsWithoutServer(
  deps: SanctionDeps & { readonly database: Database },
): AdminCommands {
  return createSanctionCommands({
    database: deps.database,
    sanctionImposer: createSanctionImposer(deps),
    sanctionLifter: createSanctionLifter(deps),
  });
}
