import { fillText, type ErrorCode } from '@adda/contract';
import { GIFTS } from '@adda/contract/gifts';
import { hundredthsOf } from '@adda/contract/kernel/money';
import type { Tx } from '../../platform/database/index.ts';
import { appendNotices, type Placed } from '../messages/index.ts';
import type { GivenGift, Rooms } from '../rooms/index.ts';
import { give, type Posted, type Transfer, type Wallet } from '../wallet/index.ts';
import { refuseGift } from './gifts.policy.ts';
import { holdRooms, insertGifts, readGivings } from './gifts.repository.ts';
import type { Allowed, Giving, GivingRow } from './gifts.repository.ts';

type Deps = { readonly rooms: Pick<Rooms, 'giftsGiven'>; readonly wallet: Pick<Wallet, 'post'> };

/** Result of a gift; `balance` is the sender's balance after it, in hundredths of a coin. */
export type GiftOutcome =
  | { readonly refusal: ErrorCode }
  | { readonly giftId: string; readonly recipient: string; readonly balance: number };

/** A client id identifies one gift of its sender permanently; without it retries can't be recognized. */
const causeOf = ({ senderId, clientGiftId, giftId }: Giving): string =>
  clientGiftId === null ? `gift:${giftId}` : `gift:${senderId}:${clientGiftId}`;

function judge(giving: Giving, row: GivingRow): GiftOutcome | Allowed {
  const { conversation_id: conversationId, recipient_id: recipientId, recipient } = row;
  const person =
    recipientId === null
      ? null
      : {
          isSelf: recipientId === giving.senderId,
          isGuest: row.is_recipient_guest === true,
          isMember: row.is_recipient_member,
          isBlocked: row.are_blocked,
        };
  if (row.earlier_id !== null && recipient !== null && row.is_earlier_same === true)
    return { giftId: row.earlier_id, recipient, balance: row.sender_balance };
  const standing = { isRoomOpen: row.is_room_open, isSenderMember: row.is_sender_member, recipient: person };
  const refusal = row.earlier_id === null ? refuseGift(standing) : 'gift_repeated_otherwise';
  if (refusal) return { refusal };
  if (conversationId === null || recipientId === null || recipient === null)
    throw new Error('A gift was allowed without a room or a recipient.');
  return { giving, conversationId, recipientId, recipient, sender: row.sender, hiddenFrom: row.hidden_from };
}

/**
 * Returns the transfer that debits the sender and credits the recipient; both see it in their histories (GI-01, Q-21).
 */
function transferOf({ giving, sender, recipientId, recipient }: Allowed): Transfer {
  const { cost, emoji, description } = GIFTS[giving.giftType];
  return give(
    { cause: causeOf(giving), kind: 'gift', amount: hundredthsOf(cost) },
    {
      payer: giving.senderId,
      payee: recipientId,
      payerLine: { type: 'gift_sent', description: `Sent ${description} ${emoji} to ${recipient}` },
      payeeLine: { type: 'credit', description: `${description} ${emoji} from ${sender}` },
    },
  );
}

/** Returns the room message of a gift; the names are filled in on every read. */
function noticeOf({ giving, conversationId, recipientId }: Allowed) {
  const { emoji, description } = GIFTS[giving.giftType];
  const content = `{0} sent ${description} ${emoji} to {1}`;
  return { conversationId, content, aboutIds: [giving.senderId, recipientId] };
}

function eventOf(allowed: Allowed, at: Date, place: Placed): GivenGift {
  const { giving, recipientId, hiddenFrom } = allowed;
  const { emoji, description } = GIFTS[giving.giftType];
  const { conversationId, content: words } = noticeOf(allowed);
  const content = fillText(words, { 0: allowed.sender, 1: allowed.recipient });
  const gift = {
    gift_id: giving.giftId,
    group_id: giving.groupId,
    sender: allowed.sender,
    recipient: allowed.recipient,
    gift_type: giving.giftType,
    gift_emoji: emoji,
    gift_description: description,
    timestamp: at.toISOString(),
  };
  const notice = { ...place, conversationId, content };
  return { gift, notice, senderId: giving.senderId, recipientId, hiddenFrom };
}

/**
 * Creates the function that executes gifts in one transaction: it locks the rooms against kicks, bans and blocks, reads
 * the deciding state in one statement, then posts and stores all gifts. Results are in the order of the
 * requests.
 */
export function createGiving({ rooms, wallet }: Deps) {
  async function judgeAll(tx: Tx, givings: readonly Giving[]): Promise<(GiftOutcome | Allowed)[]> {
    const rows = await readGivings(tx, givings);
    return rows.flatMap((row, index) => {
      const giving = givings[index];
      return giving ? [judge(giving, row)] : [];
    });
  }

  /** Stores the paid gifts with one message in the room each (SV-38), and publishes them. */
  async function store(tx: Tx, postings: ReadonlyMap<Allowed, Posted>): Promise<void> {
    const paid = [...postings].flatMap(([allowed, { status, transferId }]) =>
      status === 'posted' && transferId !== null ? [{ allowed, transferId }] : [],
    );
    if (paid.length === 0) return;
    const at = await insertGifts(tx, paid);
    const places = await appendNotices(
      tx,
      paid.map(({ allowed }) => noticeOf(allowed)),
    );
    const given = paid.flatMap(({ allowed }, index) => {
      const place = places[index];
      return place ? [eventOf(allowed, at, place)] : [];
    });
    rooms.giftsGiven(tx, given);
  }

  async function outcomeOf(tx: Tx, { giving, recipient }: Allowed, posted?: Posted): Promise<GiftOutcome> {
    if (posted?.status === 'insufficient') return { refusal: 'gift_funds' };
    if (posted?.status === 'posted' && posted.payer)
      return { giftId: giving.giftId, recipient, balance: posted.payer.balance };
    // Given since the check, on another node or in this transaction: it is stored by now.
    const [outcome] = await judgeAll(tx, [giving]);
    if (!outcome || 'giving' in outcome) throw new Error('A gift was paid and is not stored.');
    return outcome;
  }

  return async function carryOut(tx: Tx, givings: readonly Giving[]): Promise<GiftOutcome[]> {
    await holdRooms(
      tx,
      givings.map(({ groupId }) => groupId),
    );
    const judged = await judgeAll(tx, givings);
    const allowed = judged.filter((one) => 'giving' in one);
    const posted = await wallet.post(tx, allowed.map(transferOf));
    const postings = new Map(posted.flatMap((one, index) => pairOf(allowed[index], one)));
    await store(tx, postings);
    const outcomes: GiftOutcome[] = [];
    for (const one of judged)
      outcomes.push('giving' in one ? await outcomeOf(tx, one, postings.get(one)) : one);
    return outcomes;
  };
}

const pairOf = (allowed: Allowed | undefined, posted: Posted): [Allowed, Posted][] =>
  allowed ? [[allowed, posted]] : [];
