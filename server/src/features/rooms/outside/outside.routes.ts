import type { outsideRoutes } from '@adda/contract/rooms';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { OutsideRooms } from './outside.service.ts';

/** Creates the handlers of the routes about rooms for users who are not in them (HM-05, HM-06). */
export function outsideHandlers(outside: OutsideRooms): Handlers<typeof outsideRoutes> {
  return {
    'GET /groupchat/groups/:id/preview': ({ actor, params }) => outside.preview(actor, params.id),
    'GET /public/rooms/:id': ({ params }) => outside.getPublic(params.id),
  };
}
