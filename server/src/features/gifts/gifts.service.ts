import { randomBytes } from 'node:crypto';
import { GIFTS, isGiftType } from '@adda/contract/gifts';
import { coinsOf, hundredthsOf } from '@adda/contract/kernel/money';
import { fillText, type ErrorCode } from '@adda/contract';
import {
  createBatchWriter,
  StorageFullError,
  type Database,
  type Tx,
} from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ActivityTeller } from '../activity/index.ts';
import { refuseLimited, type GivenGift, type Rooms } from '../rooms/index.ts';
import { type Wallet, give, type Posted, type Transfer } from '../wallet/index.ts';
import { appendNotices, writeLimits, type Placed } from '../messages/index.ts';
import {
  type GiftRequest,
  lockRooms,
  insertGifts,
  readRequests,
  type Allowed,
  type GiftRequestRow,
} from './gifts.repository.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly rooms: Pick<Rooms, 'giftsGiven'>;
  readonly wallet: Pick<Wallet, 'post'>;
  readonly activity: Pick<ActivityTeller, 'tell'>;
};

/** The request of a gift. */
type GiftInput = {
  readonly group_id: string;
  readonly recipient_username: string;
  readonly gift_type: string;
  readonly client_gift_id?: string | undefined;
};

const GIFT_ID_BYTES = 12;

/** Service that gives gifts. */
export type GiftService = ReturnType<typeof createGiftService>;

/** Creates the command; concurrent gifts are batched into one transaction. */
export function createGiftService({ database, logger, ...deps }: Deps) {
  const batchWriter = createBatchWriter<GiftRequest, GiftOutcome>({
    database,
    execute: createGiftExecutor(deps),
  });

  async function submit(request: GiftRequest): Promise<GiftOutcome> {
    try {
      return await batchWriter.submit(request);
    } catch (error) {
      if (error instanceof StorageFullError) throw error;
      logger.error({ err: error }, 'a gift could not be stored');
      throw appError('gift_failed');
    }
  }

  return {
    /**
     * Gives a gift. Throws `invalid_gift`, `gift_incomplete`, the codes of the policy, `gift_funds`,
     * `gift_repeated_otherwise`, `timed_out`, `slow_mode` or, if the same gift may be retried, `gift_failed`.
     */
    async send(actor: Actor, input: GiftInput) {
      const { group_id: groupId, recipient_username: recipient, gift_type: giftType } = input;
      if (giftType !== '' && !isGiftType(giftType)) throw appError('invalid_gift');
      if (giftType === '' || recipient === '') throw appError('gift_incomplete');
      const outcome = await submit({
        giftId: randomBytes(GIFT_ID_BYTES).toString('hex'),
        groupId,
        senderId: actor.userId,
        recipient,
        giftType,
        clientGiftId: input.client_gift_id ?? null,
      });
      if ('refusal' in outcome) throw appError(outcome.refusal, { id: groupId });
      if ('limits' in outcome) {
        refuseLimited(outcome.limits);
        throw appError('gift_failed');
      }
      const { cost, emoji, description } = GIFTS[giftType];
      return {
        message: `You sent ${description} ${emoji} to ${outcome.recipient}!`,
        gift_id: outcome.giftId,
        gift_emoji: emoji,
        gift_description: description,
        recipient: outcome.recipient,
        cost,
        balance: coinsOf(outcome.balance),
      };
    },
  };
}

type ExecutorDeps = Pick<Deps, 'rooms' | 'wallet' | 'activity'>;

/**
 * Result of a gift; `balance` is the sender's balance after it, in hundredths of a coin. `limits`: the sender may not write
 * in the room now, and therefore not give (GR-03).
 */
type GiftOutcome =
  | { readonly refusal: ErrorCode }
  | { readonly limits: writeLimits.WriteLimits }
  | { readonly giftId: string; readonly recipient: string; readonly balance: number };

/** A client id identifies one gift of its sender permanently; without it retries can't be recognized. */
const causeOf = ({ senderId, clientGiftId, giftId }: GiftRequest): string =>
  clientGiftId === null ? `gift:${giftId}` : `gift:${senderId}:${clientGiftId}`;

function judge(request: GiftRequest, row: GiftRequestRow): GiftOutcome | Allowed {
  const { conversation_id: conversationId, recipient_id: recipientId, recipient } = row;
  const person =
    recipientId === null
      ? null
      : {
          isSelf: recipientId === request.senderId,
          isGuest: row.is_recipient_guest === true,
          isMember: row.is_recipient_member,
          isBlocked: row.are_blocked,
        };
  if (row.earlier_id !== null && recipient !== null && row.is_earlier_same === true)
    return { giftId: row.earlier_id, recipient, balance: row.sender_balance };
  const standing = { isRoomOpen: row.is_room_open, isSenderMember: row.is_sender_member, recipient: person };
  const refusal = row.earlier_id === null ? refuseGift(standing) : 'gift_repeated_otherwise';
  if (refusal) return { refusal };
  const limits = { timeoutUntil: row.timeout_until, slowModeWaitS: row.slow_mode_wait_s };
  if (limits.timeoutUntil || limits.slowModeWaitS > 0) return { limits };
  if (conversationId === null || recipientId === null || recipient === null)
    throw new Error('A gift was allowed without a room or a recipient.');
  return { request, conversationId, recipientId, recipient, sender: row.sender, hiddenFrom: row.hidden_from };
}

/**
 * Returns the transfer that debits the sender and credits the recipient; both see it in their histories (GI-01, Q-21).
 */
function transferOf({ request, sender, recipientId, recipient }: Allowed): Transfer {
  const { cost, emoji, description } = GIFTS[request.giftType];
  return give(
    { cause: causeOf(request), kind: 'gift', amount: hundredthsOf(cost) },
    {
      payer: request.senderId,
      payee: recipientId,
      payerLine: { type: 'gift_sent', description: `Sent ${description} ${emoji} to ${recipient}` },
      payeeLine: { type: 'credit', description: `${description} ${emoji} from ${sender}` },
    },
  );
}

/** Returns the room message of a gift; the names are filled in on every read. */
function noticeOf({ request, conversationId, recipientId }: Allowed) {
  const { emoji, description } = GIFTS[request.giftType];
  const content = `{0} sent ${description} ${emoji} to {1}`;
  return { conversationId, content, aboutIds: [request.senderId, recipientId] };
}

function eventOf(allowed: Allowed, at: Date, place: Placed): GivenGift {
  const { request, recipientId, hiddenFrom } = allowed;
  const { emoji, description } = GIFTS[request.giftType];
  const { conversationId, content: words } = noticeOf(allowed);
  const content = fillText(words, { 0: allowed.sender, 1: allowed.recipient });
  const gift = {
    gift_id: request.giftId,
    group_id: request.groupId,
    sender: allowed.sender,
    recipient: allowed.recipient,
    gift_type: request.giftType,
    gift_emoji: emoji,
    gift_description: description,
    timestamp: at.toISOString(),
  };
  const notice = { ...place, conversationId, content };
  return { gift, notice, senderId: request.senderId, recipientId, hiddenFrom };
}

/**
 * Creates the function that executes gifts in one transaction: it locks the rooms against kicks, bans and blocks, reads
 * the deciding state in one statement, then posts and stores all gifts. Results are in the order of the
 * requests.
 */
function createGiftExecutor({ rooms, wallet, activity }: ExecutorDeps) {
  async function judgeAll(tx: Tx, requests: readonly GiftRequest[]): Promise<(GiftOutcome | Allowed)[]> {
    const rows = await readRequests(tx, requests);
    const turns = new Set<string>();
    return rows.flatMap((row, index) => {
      const request = requests[index];
      if (!request) return [];
      const judged = judge(request, row);
      if (!('request' in judged) || !row.has_turns) return [judged];
      const turn = `${request.senderId} ${judged.conversationId}`;
      // Of several gifts of a sender in one batch only the first can take the turn; the others are refused.
      if (turns.has(turn)) return [{ limits: { timeoutUntil: null, slowModeWaitS: 1 } }];
      turns.add(turn);
      return [judged];
    });
  }

  /** Stores the paid gifts with one message in the room each (SV-38), and publishes them. */
  async function store(tx: Tx, postings: ReadonlyMap<Allowed, Posted>): Promise<void> {
    const paid = [...postings].flatMap(([allowed, { status, transferId }]) =>
      status === 'posted' && transferId !== null ? [{ allowed, transferId }] : [],
    );
    if (paid.length === 0) return;
    const at = await insertGifts(tx, paid);
    await writeLimits.noteTurns(
      tx,
      paid.map(({ allowed: { conversationId, request } }) => ({ conversationId, userId: request.senderId })),
    );
    const places = await appendNotices(
      tx,
      paid.map(({ allowed }) => noticeOf(allowed)),
    );
    const completed = paid.flatMap(({ allowed }, index) => {
      const place = places[index];
      return place ? [eventOf(allowed, at, place)] : [];
    });
    rooms.giftsGiven(tx, completed);
    await activity.tell(
      tx,
      paid.map(({ allowed: { request, recipientId } }) => ({
        userId: recipientId,
        kind: 'gift',
        subject: { type: 'group', id: request.giftId },
        actorId: request.senderId,
      })),
    );
  }

  async function outcomeOf(tx: Tx, { request, recipient }: Allowed, posted?: Posted): Promise<GiftOutcome> {
    if (posted?.status === 'insufficient') return { refusal: 'gift_funds' };
    if (posted?.status === 'posted' && posted.payer)
      return { giftId: request.giftId, recipient, balance: posted.payer.balance };
    // Given since the check, on another node or in this transaction: it is stored by now.
    const [outcome] = await judgeAll(tx, [request]);
    if (!outcome || 'request' in outcome) throw new Error('A gift was paid and is not stored.');
    return outcome;
  }

  return async function execute(tx: Tx, requests: readonly GiftRequest[]): Promise<GiftOutcome[]> {
    await lockRooms(
      tx,
      requests.map(({ groupId }) => groupId),
    );
    const judged = await judgeAll(tx, requests);
    const allowed = judged.filter((one) => 'request' in one);
    const posted = await wallet.post(tx, allowed.map(transferOf));
    const postings = new Map(posted.flatMap((one, index) => pairOf(allowed[index], one)));
    await store(tx, postings);
    const outcomes: GiftOutcome[] = [];
    for (const one of judged)
      outcomes.push('request' in one ? await outcomeOf(tx, one, postings.get(one)) : one);
    return outcomes;
  };
}

const pairOf = (allowed: Allowed | undefined, posted: Posted): [Allowed, Posted][] =>
  allowed ? [[allowed, posted]] : [];

/** The relation of the sender and the recipient to each other and to the room. */
export type GiftStanding = {
  /** False for an unknown and for a deleted room. */
  readonly isRoomOpen: boolean;
  readonly isSenderMember: boolean;
  /** Null if there is no user with the name. */
  readonly recipient: {
    readonly isSelf: boolean;
    readonly isGuest: boolean;
    readonly isMember: boolean;
    /** Blocked with the sender, in either direction. */
    readonly isBlocked: boolean;
  } | null;
};

/** Returns why a gift is refused, except for insufficient funds; the first reason wins (GI-08, GI-16, GI-17, R-07). */
export function refuseGift({ isRoomOpen, isSenderMember, recipient }: GiftStanding): ErrorCode | undefined {
  if (!isRoomOpen) return 'group_not_found';
  if (!isSenderMember) return 'not_a_member';
  if (recipient?.isSelf) return 'gift_to_self';
  if (!recipient) return 'gift_recipient_not_found';
  if (recipient.isGuest) return 'gift_to_guest';
  if (!recipient.isMember) return 'gift_recipient_not_member';
  return recipient.isBlocked ? 'blocked_by_user' : undefined;
}
