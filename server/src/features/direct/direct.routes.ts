import type { directRoutes, PrivateHistoryPage } from '@adda/contract/direct';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { readOne, readPage } from '../messages/index.ts';
import type { NewAccounts } from '../safety/index.ts';
import { hasWritten, type Pair } from './chat/pairs.repository.ts';
import { pairWith } from './chat/pairs.ts';
import type { createPrivateDeletions } from './chat/private-deletions.service.ts';
import type { PrivateKind } from './chat/private-kind.service.ts';
import type { PrivateMedia } from './direct.types.ts';

type ChatRoute = 'GET /chat/messages' | 'GET /chat/messages/:id' | 'POST /chat/delete_messages';

type Deps = {
  readonly database: Database;
  readonly kind: PrivateKind;
  readonly deleteMessages: ReturnType<typeof createPrivateDeletions>;
  readonly newAccounts: Pick<NewAccounts, 'hasPlainLinks'>;
  readonly viewerCookie: PrivateMedia['viewerCookie'];
};

const EMPTY_PAGE: Omit<PrivateHistoryPage, 'plain_links'> = {
  messages: [],
  has_more: false,
  last_sequence: 0,
  revision: 0,
  cleared_to: 0,
  deleted_sequences: [],
  hidden_sequences: [],
  changed_messages: [],
  reload: false,
};

/** Handlers of the messages of private chats. A block refuses reading; unavailability does not. */
export function chatHandlers({
  database,
  kind,
  deleteMessages,
  newAccounts,
  viewerCookie,
}: Deps): Handlers<Pick<typeof directRoutes, ChatRoute>> {
  /** Links of a new account are plain text until the viewer has replied (SV-105). */
  async function hasPlainLinks(viewerId: number, { peerSince, conversationId }: Pair): Promise<boolean> {
    if (!newAccounts.hasPlainLinks(peerSince)) return false;
    return conversationId === undefined || !(await hasWritten(database.db, viewerId, conversationId));
  }

  return {
    'GET /chat/messages': async ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      const pair = await pairWith(database.db, actor, query.recipient);
      if (pair.isBlocked) throw appError('blocked_by_user');
      const plainLinks = await hasPlainLinks(actor.userId, pair);
      if (pair.conversationId === undefined) return { ...EMPTY_PAGE, plain_links: plainLinks };
      const conversation = kind.readable(actor, pair, pair.conversationId);
      return { ...(await readPage(database, conversation, actor, query)), plain_links: plainLinks };
    },
    'GET /chat/messages/:id': ({ actor, params, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return readOne(database, kind, actor, params.id);
    },
    'POST /chat/delete_messages': async ({ actor, body }) => {
      const { isAll, deletedCount } = await deleteMessages(actor, body);
      const message = isAll ? 'All messages deleted successfully' : 'Message deleted successfully';
      return { message, deleted_count: deletedCount };
    },
  };
}
