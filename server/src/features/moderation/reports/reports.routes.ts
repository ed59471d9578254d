import type { reportsRoutes } from '@adda/contract/moderation';
import type { RouteRequest } from '@adda/contract';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Media } from '../../media/index.ts';
import type { PostRemoval } from '../content-removal.service.ts';
import { HELP_LINES } from './help-lines.policy.ts';
import type { OwnReports } from './own-reports.service.ts';
import type { EvidenceFiles } from './evidence.service.ts';
import type { ReportDecisions } from './report-decisions.service.ts';
import type { QueueFilter } from './report-queue.repository.ts';
import type { ReportQueue } from './report-queue.service.ts';
import type { ReportService } from './reporting.service.ts';

type Deps = {
  readonly reporting: ReportService;
  readonly ownReports: OwnReports;
  readonly queue: ReportQueue;
  readonly decisions: ReportDecisions;
  readonly evidenceFiles: EvidenceFiles;
  readonly postRemoval: PostRemoval;
  readonly viewerCookie: Media['viewerCookie'];
};

type ListQuery = RouteRequest<(typeof reportsRoutes)['GET /admin/reports']>['query'];

const filterOf = (query: ListQuery): QueueFilter => ({
  statuses: query.status?.split(',') ?? [],
  kind: query.kind,
  category: query.category,
  reported: query.reported,
  reporter: query.reporter,
  assignedTo: query.assigned_to,
  isOverdue: query.overdue === undefined ? undefined : query.overdue === 'true',
});

/** Returns the handlers of the report routes. Routes whose responses contain evidence links set the viewer cookie. */
export function reportsHandlers(deps: Deps): Handlers<typeof reportsRoutes> {
  const { reporting, ownReports, queue, decisions, evidenceFiles, postRemoval, viewerCookie } = deps;
  return {
    'POST /users/report': async ({ actor, body }) => {
      const receipt = await reporting.report(actor, body);
      return { message: 'User reported successfully', ...receipt };
    },
    'GET /users/me/reports': ({ actor, query }) => ownReports.list(actor, query.cursor),
    'POST /users/me/reports/:report_id/ask-again': async ({ actor, params, body }) => {
      await ownReports.askAgain(actor, params.report_id, body.text);
      return { message: 'We look at your report again' };
    },
    'GET /help-lines': () => ({ countries: [...HELP_LINES] }),
    'GET /admin/reports': ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return queue.list(actor, filterOf(query), { page: query.page, pageSize: query.page_size });
    },
    'GET /admin/reports/:report_id': async ({ actor, params, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return { report: await queue.read(actor, params.report_id) };
    },
    'PATCH /admin/reports/:report_id': async ({ actor, params, body }) => {
      await decisions.decide(actor, params.report_id, body);
      return { message: 'Report updated' };
    },
    'GET /media/evidence/:file_id': ({ params, query, origin }) =>
      evidenceFiles.read({ fileId: params.file_id, proof: query, origin }),
    'DELETE /admin/media/:media_id': async ({ actor, params, body }) => {
      await postRemoval.remove(actor, params.media_id, { reason: body.reason, keepOut: body.keep_out });
      return { message: 'Post removed' };
    },
  };
}
