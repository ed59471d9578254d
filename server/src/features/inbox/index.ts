/**
 * The rooms and private chats of a user in one list, how far they were read, and what changes in the list. Owns no tables: the
 * read positions are in the memberships of `messages`.
 */
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Direct } from '../direct/index.ts';
import type { Live } from '../live/index.ts';
import type { Media } from '../media/index.ts';
import type { Messages } from '../messages/index.ts';
import type { Relations } from '../relations/index.ts';
import type { Rooms } from '../rooms/index.ts';
import { createInboxEvents } from './inbox-events.service.ts';
import { inboxHandlers } from './inbox.routes.ts';
import { createInboxService } from './inbox.service.ts';
import { createPeopleChanges } from './people-changes.service.ts';
import { createReadPositions } from './read-positions.service.ts';

export { unreadBehind } from './inbox.repository.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'onAccountStatusChanged'>;
  readonly relations: Pick<Relations, 'onBlockChanged'>;
  readonly live: Pick<Live, 'inboxChanged' | 'onInboxChanged' | 'shells'>;
  readonly messages: Pick<Messages, 'findPlaces'>;
  readonly rooms: Pick<Rooms, 'requireMember' | 'messageFor'>;
  readonly direct: Pick<Direct, 'requireChat' | 'readRoom' | 'readChat'>;
  readonly media: Pick<Media, 'viewerCookie'>;
};

/** Creates the feature; its routes are in `handlers`. */
export function createInbox({ database, logger, live, messages, rooms, direct, media, ...people }: Deps) {
  const inbox = createInboxService({ database, messages, rooms });
  const readPositions = createReadPositions({ database, rooms, direct });
  const events = createInboxEvents({ database, shells: live.shells, inbox, logger });
  live.onInboxChanged(events.changed);
  const changes = createPeopleChanges({ database, logger, changed: live.inboxChanged });
  people.accounts.onAccountStatusChanged(changes.accountStatusChanged);
  people.relations.onBlockChanged(changes.blockChanged);
  return {
    handlers: inboxHandlers(inbox, readPositions, media),
    /** Call when the connections are closed and before the database closes. */
    close: events.close,
  };
}
