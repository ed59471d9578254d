import type { operationsRoutes } from '@adda/contract/operations';
import { checkAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { readAudit } from './audit.service.ts';
import type { Dashboard } from './dashboard.service.ts';

type Deps = { readonly database: Database; readonly dashboard: Dashboard };

/** Returns the handlers of the dashboard and audit routes. */
export function operationsHandlers({ database, dashboard }: Deps): Handlers<typeof operationsRoutes> {
  return {
    'GET /admin/dashboard': ({ query }) => dashboard.read(query.days),
    'GET /admin/audit': ({ query }) => readAudit(database, query),
    'POST /admin/audit/check': () => checkAudit(database.db),
  };
}
