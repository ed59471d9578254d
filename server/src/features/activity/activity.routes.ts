import type { activityRoutes } from '@adda/contract/activity';
import type { Handlers } from '../../platform/http/handler.ts';
import type { ActivityService } from './activity.service.ts';

/** Returns the handlers of the activity. */
export const activityHandlers = (activity: ActivityService): Handlers<typeof activityRoutes> => ({
  'GET /activity': ({ actor, query }) => activity.list(actor.userId, query),
  'POST /activity/read': ({ actor, body }) => activity.read(actor.userId, body.up_to),
});
