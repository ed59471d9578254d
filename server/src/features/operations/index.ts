/**
 * Operator views: figures over time, current server state, and the audit of administrators and moderators. Owns the
 * table `daily_figures`; reads tables of other features for counting only (ADR 26).
 */
import './dashboard.repository.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { createDashboard } from './dashboard.service.ts';
import { operationsHandlers } from './operations.routes.ts';

export { createAuditCommands } from './audit.commands.ts';

/** Dependencies of the operations feature. */
export type OperationsOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  /** Open socket connections of this node. */
  readonly connections: () => number;
  /** Rupees per US dollar; revenue is shown in dollars. */
  readonly inrPerUsd: number;
};

/** Creates the feature. Call `startJobs` once before the job queue starts. */
export function createOperations(options: OperationsOptions) {
  const dashboard = createDashboard(options);
  return {
    handlers: operationsHandlers({ database: options.database, dashboard }),
    startJobs: dashboard.startJobs,
  };
}
