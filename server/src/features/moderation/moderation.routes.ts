import type { moderationRoutes } from '@adda/contract/moderation';
import type { Handlers } from '../../platform/http/handler.ts';
import type { ReportService } from './moderation.service.ts';

/** Answers the routes of moderation. */
export function moderationHandlers(reports: ReportService): Handlers<typeof moderationRoutes> {
  return {
    'POST /users/report': async ({ actor, body }) => {
      const reportId = await reports.report(actor, body);
      return { message: 'User reported successfully', report_id: reportId };
    },
  };
}
