import type { inboxRoutes } from '@adda/contract/inbox';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Media } from '../media/index.ts';
import type { Inbox } from './inbox.service.ts';
import type { ReadPositions } from './read-positions.service.ts';

/** Creates the handlers of the inbox. Its messages have links to pictures, which the viewer cookie opens. */
export function inboxHandlers(
  inbox: Inbox,
  readPositions: ReadPositions,
  { viewerCookie }: Pick<Media, 'viewerCookie'>,
): Handlers<typeof inboxRoutes> {
  return {
    'GET /inbox': ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return inbox.list(actor, query);
    },
    'POST /conversations/read': ({ actor, body }) => readPositions.read(actor, body),
  };
}
