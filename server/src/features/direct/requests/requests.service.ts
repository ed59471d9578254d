import {
  DECLINED_HINT,
  MUTUAL_FOLLOWS_NAMED,
  type ChatRequest,
  type directRoutes,
} from '@adda/contract/direct';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor, Handlers } from '../../../platform/http/handler.ts';
import { members, type Messages } from '../../messages/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import { findPairByName } from '../chat/pairs.repository.ts';
import type { PrivateKind } from '../chat/private-kind.service.ts';
import type { ConversationPages } from '../conversations/conversations.service.ts';
import type { ClosedRequest, PrivateMedia } from '../direct.types.ts';
import type { RequestEvents } from './requests.events.ts';
import * as store from './requests.repository.ts';

type Deps = {
  readonly database: Database;
  readonly pages: ConversationPages;
  readonly kind: PrivateKind;
  readonly clearIn: Messages['deletions']['clearIn'];
  readonly wordFilter: Pick<WordFilter, 'report'>;
  readonly events: RequestEvents;
  readonly media: Pick<PrivateMedia, 'viewerCookie'>;
};

type RequestRoute = 'GET /chat/requests' | 'POST /chat/requests/accept' | 'POST /chat/requests/decline';

/** Creates the list of requests, accepting and declining (MR-02). */
export function createRequests(deps: Deps): Pick<Handlers<typeof directRoutes>, RequestRoute> {
  const { database, kind, clearIn, events } = deps;

  /** Runs `work` with a request of a user to the caller, under the lock of its conversation. Throws `request_not_found`. */
  function withRequest(
    { userId, username }: Actor,
    senderName: string,
    work: (tx: Tx, closing: ClosedRequest, conversationId: number) => Promise<void>,
  ): Promise<void> {
    return database.transaction(async (tx) => {
      const pair = await findPairByName(tx, userId, senderName);
      if (pair?.conversationId === undefined) throw appError('request_not_found');
      await members.lockHeads(tx, [pair.conversationId]);
      if (!(await store.isRequest(tx, userId, pair.peerId))) throw appError('request_not_found');
      const sender = { userId: pair.peerId, username: pair.peerName };
      await work(tx, { reader: { userId, username }, sender }, pair.conversationId);
    });
  }

  const accept = (actor: Actor, username: string): Promise<void> =>
    withRequest(actor, username, async (tx, closing, conversationId) => {
      await store.acceptPeer(tx, conversationId, actor.userId);
      afterCommit(tx, () => events.accepted(closing));
    });

  async function decline(actor: Actor, username: string): Promise<void> {
    let senderId = 0;
    await withRequest(actor, username, async (tx, closing, conversationId) => {
      senderId = closing.sender.userId;
      await store.declineSender(tx, senderId, actor.userId);
      await clearIn(tx, kind, actor.userId, conversationId, { namedAtMost: 0 });
      afterCommit(tx, () => events.declined(closing));
    });
    await hint(deps, senderId);
  }

  return {
    'GET /chat/requests': ({ actor, query, origin }) => {
      deps.media.viewerCookie.remember(origin.cookies, actor);
      return list(deps, actor, query);
    },
    'POST /chat/requests/accept': async ({ actor, body }) => {
      await accept(actor, body.username);
      return { message: 'Request accepted' };
    },
    'POST /chat/requests/decline': async ({ actor, body }) => {
      await decline(actor, body.username);
      return { message: 'Request declined' };
    },
  };
}

/** Gives the operators a hint once many people declined requests of one sender; one hint until it is decided. */
async function hint(
  { database, wordFilter }: Pick<Deps, 'database' | 'wordFilter'>,
  senderId: number,
): Promise<void> {
  const { people, days } = DECLINED_HINT;
  if ((await store.countDecliners(database.db, senderId, days)) < people) return;
  wordFilter.report({
    userId: senderId,
    words: [`requests declined by ${people} people within ${days} days`],
  });
}

/** Returns one page of requests. Throws `invalid_parameters`. */
async function list(
  { database, pages }: Pick<Deps, 'database' | 'pages'>,
  actor: Actor,
  query: { limit?: string | undefined; last_id?: string | undefined },
) {
  const { entries, next_last_id } = await pages.read(actor, query, 'requests');
  const peerIds = entries.map(({ peerId }) => peerId);
  const known = await store.listAcquaintances(database.db, actor.userId, peerIds, MUTUAL_FOLLOWS_NAMED);
  const byPeer = new Map(known.map((each) => [each.peerId, each]));
  const requests = entries.flatMap(({ peerId, conversation }): ChatRequest[] => {
    const common = byPeer.get(peerId);
    if (!common) return [];
    return [
      {
        ...conversation,
        mutual_groups: common.groups,
        mutual_follows: common.follows,
        mutual_follow_count: common.followCount,
        account_created_at: common.accountCreatedAt.toISOString(),
      },
    ];
  });
  return { requests, next_last_id };
}
