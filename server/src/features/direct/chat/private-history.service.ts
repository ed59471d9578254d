import { REQUEST_TEXTS, type PrivateHistoryPage } from '@adda/contract/direct';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { readPage, type HistoryRange } from '../../messages/index.ts';
import type { NewAccounts } from '../../safety/index.ts';
import { isRequest } from '../requests/requests.repository.ts';
import { hasWritten, type Pair } from './pairs.repository.ts';
import { pairWith } from './pairs.service.ts';
import type { PrivateKind } from './private-kind.service.ts';

type Deps = {
  readonly database: Database;
  readonly kind: PrivateKind;
  readonly newAccounts: Pick<NewAccounts, 'hasPlainLinks'>;
};

type PrivateRange = HistoryRange & { readonly recipient: string };

/** What a page tells of the two users, besides the messages. */
type PairFacts = Pick<PrivateHistoryPage, 'plain_links' | 'is_request' | 'texts_left'>;

const EMPTY_PAGE: Omit<PrivateHistoryPage, keyof PairFacts> = {
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
  /** Links of a stranger are plain text (MR-01), and those of a new account until the viewer has replied (SV-105). */
  async function hasPlainLinks(viewerId: number, pair: Pair): Promise<boolean> {
    const { peerSince, conversationId, isPeerStranger } = pair;
    if (isPeerStranger) return true;
    if (!newAccounts.hasPlainLinks(peerSince)) return false;
    return conversationId === undefined || !(await hasWritten(database.db, viewerId, conversationId));
  }

  async function factsOf(viewerId: number, pair: Pair): Promise<PairFacts> {
    const { peerId, isViewerStranger, textsWritten } = pair;
    return {
      plain_links: await hasPlainLinks(viewerId, pair),
      is_request: pair.isPeerStranger && (await isRequest(database.db, viewerId, peerId)),
      texts_left: isViewerStranger ? Math.max(0, REQUEST_TEXTS - textsWritten) : null,
    };
  }

  /** Reads a page and what is between the two users. */
  async function readOnce(actor: Actor, query: PrivateRange, pair: Pair): Promise<PrivateHistoryPage> {
    if (pair.isBlocked) throw appError('blocked_by_user');
    const facts = await factsOf(actor.userId, pair);
    if (pair.conversationId === undefined) {
      const isAround = query.around_sequence !== undefined;
      const ends = isAround ? { has_more_before: false, has_more_after: false } : {};
      return { ...EMPTY_PAGE, ...ends, ...facts };
    }
    const conversation = kind.readable(actor, pair, pair.conversationId);
    return { ...(await readPage(database, conversation, actor, query)), ...facts };
  }

  return async (actor: Actor, query: PrivateRange): Promise<PrivateHistoryPage> => {
    let pair = await pairWith(database.db, actor, query.recipient);
    for (;;) {
      const page = await readOnce(actor, query, pair);
      if (!pair.isViewerStranger) return page;
      // Clients subtract what they write after the last message of the page, so that the number of texts must belong to it (MR-01).
      const after = await pairWith(database.db, actor, query.recipient);
      if (after.textsWritten === pair.textsWritten) return page;
      pair = after;
    }
  };
}
