import type { PrivateHistoryPage } from '@adda/contract/direct';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { readPage, type HistoryRange } from '../../messages/index.ts';
import type { NewAccounts } from '../../safety/index.ts';
import { hasWritten, type Pair } from './pairs.repository.ts';
import { pairWith } from './pairs.service.ts';
import type { PrivateKind } from './private-kind.service.ts';

type Deps = {
  readonly database: Database;
  readonly kind: PrivateKind;
  readonly newAccounts: Pick<NewAccounts, 'hasPlainLinks'>;
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

/**
 * Creates the query of a private chat's history (SV-39). A block refuses reading; unavailability does not. Throws
 * `cannot_chat_with_self`, `user_not_found` or `blocked_by_user`.
 */
export function createPrivateHistory({ database, kind, newAccounts }: Deps) {
  /** Links of a new account are plain text until the viewer has replied (SV-105). */
  async function hasPlainLinks(viewerId: number, { peerSince, conversationId }: Pair): Promise<boolean> {
    if (!newAccounts.hasPlainLinks(peerSince)) return false;
    return conversationId === undefined || !(await hasWritten(database.db, viewerId, conversationId));
  }

  return async (
    actor: Actor,
    query: HistoryRange & { readonly recipient: string },
  ): Promise<PrivateHistoryPage> => {
    const pair = await pairWith(database.db, actor, query.recipient);
    if (pair.isBlocked) throw appError('blocked_by_user');
    const plainLinks = await hasPlainLinks(actor.userId, pair);
    if (pair.conversationId === undefined) {
      const isAround = query.around_sequence !== undefined;
      const ends = isAround ? { has_more_before: false, has_more_after: false } : {};
      return { ...EMPTY_PAGE, ...ends, plain_links: plainLinks };
    }
    const conversation = kind.readable(actor, pair, pair.conversationId);
    return { ...(await readPage(database, conversation, actor, query)), plain_links: plainLinks };
  };
}
