import { REQUEST_TEXTS } from '@adda/contract/direct';
import { isLongRequest } from '@adda/contract/messages';
import type { Database, Queryable, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { lockPair } from '../../relations/index.ts';
import type { NewAccounts } from '../../safety/index.ts';
import {
  findConversation,
  findPairById,
  findPairByName,
  insertConversation,
  type Pair,
} from './pairs.repository.ts';

/** Number of conversations that a node keeps in memory; the oldest entry is dropped first. */
const REMEMBERED = 50_000;

/** Finds and creates the conversations of pairs of users; cached, so that a message needs no query for it. */
export type Pairs = {
  /**
   * Returns the conversation of two users, which is created for their first message. Throws as {@link refuseWriting}
   * does, or `first_contacts_used_up` (SV-105).
   */
  readonly open: (writerId: number, peerId: number) => Promise<number>;
  /**
   * Does the same in the transaction of the caller, who takes no lock before that comes after the one of the pair. The
   * conversation is not remembered, because the transaction may be rolled back.
   */
  readonly openIn: (tx: Tx, writerId: number, peerId: number) => Promise<number>;
  /** Returns the conversation if this node has it in memory. */
  readonly known: (one: number, other: number) => number | undefined;
  /** Returns the conversation, if there is one. */
  readonly find: (one: number, other: number) => Promise<number | undefined>;
};

/**
 * Throws if the viewer may not write to the peer: `user_not_found`, `blocked_by_user` or `recipient_unavailable` (X-19,
 * Q-32), which says as little of the setting `who_may_write` (MR-03).
 */
export function refuseWriting(pair: Pair | undefined): asserts pair is Pair {
  if (!pair?.isHere) throw appError('user_not_found');
  if (pair.isBlocked) throw appError('blocked_by_user');
  if (!pair.isAvailable || !pair.mayBegin) throw appError('recipient_unavailable');
}

/** What a message has beside its text: a file, or that it forwards another one. */
type Contents = { readonly content: string; readonly hasMore: boolean };

/**
 * Throws `not_for_strangers`, `request_too_long` or `awaiting_answer` if the message is none that a stranger may write
 * (MR-01). Called before a file is fetched and before a chat is opened; the final decision is made when it is stored.
 */
export function refuseStranger(
  { isViewerStranger, textsWritten }: Pair,
  { content, hasMore }: Contents,
): void {
  if (!isViewerStranger) return;
  if (hasMore) throw appError('not_for_strangers');
  if (isLongRequest(content)) throw appError('request_too_long');
  if (textsWritten >= REQUEST_TEXTS) throw appError('awaiting_answer');
}

/** Throws as {@link refuseWriting} does, or `not_for_strangers`: the viewer may not send more than texts (MR-01). */
export function refuseFiles(pair: Pair | undefined): asserts pair is Pair {
  refuseWriting(pair);
  refuseStranger(pair, { content: '', hasMore: true });
}

/**
 * Returns the caller and a peer for reading and deleting. A deleted account is found by users who have a conversation
 * with it. Throws `cannot_chat_with_self` or `user_not_found`.
 */
export async function pairWith(
  db: Queryable,
  viewer: { readonly userId: number; readonly username: string },
  username: string,
): Promise<Pair> {
  if (username === viewer.username) throw appError('cannot_chat_with_self');
  const pair = await findPairByName(db, viewer.userId, username);
  if (!pair || (!pair.isHere && pair.conversationId === undefined)) throw appError('user_not_found');
  return pair;
}

/** Creates the cache of a node. The conversation of a pair never changes. */
export function createPairs(database: Database, newAccounts: Pick<NewAccounts, 'admitContact'>): Pairs {
  const known = new Map<string, number>();
  const opening = new Map<string, Promise<number>>();

  function remember(key: string, conversationId: number | undefined): void {
    if (conversationId === undefined) return;
    known.set(key, conversationId);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  }

  async function openIn(tx: Tx, writerId: number, peerId: number): Promise<number> {
    // The pair is locked instead of the head, which does not exist yet: a block takes the same lock.
    await lockPair(tx, writerId, peerId);
    const there = await findConversation(tx, writerId, peerId);
    if (there !== undefined) return there;
    const pair = await findPairById(tx, writerId, peerId);
    refuseWriting(pair);
    const contact = { senderId: writerId, senderSince: pair.viewerSince, recipientId: peerId };
    await newAccounts.admitContact(tx, contact);
    return insertConversation(tx, writerId, peerId);
  }

  const open = (writerId: number, peerId: number) =>
    database.transaction((tx) => openIn(tx, writerId, peerId));

  return {
    openIn,
    known: (one, other) => known.get(keyOf(one, other)),
    async open(writerId, peerId) {
      const key = keyOf(writerId, peerId);
      const conversationId = known.get(key);
      if (conversationId !== undefined) return conversationId;
      // Shared by concurrent messages of the same sender, so that they continue in the order of arrival. Messages in
      // the other direction are checked separately.
      const direction = `${writerId} ${peerId}`;
      const under = opening.get(direction) ?? open(writerId, peerId).finally(() => opening.delete(direction));
      opening.set(direction, under);
      const opened = await under;
      remember(key, opened);
      return opened;
    },
    async find(one, other) {
      const key = keyOf(one, other);
      const there = known.get(key) ?? (await findConversation(database.db, one, other));
      remember(key, there);
      return there;
    },
  };
}

function keyOf(one: number, other: number): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
