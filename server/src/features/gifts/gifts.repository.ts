import type { GiftType } from '@adda/contract/gifts';
import { sql, type RawBuilder, type Generated } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import { isRoomKnownToUser } from '../rooms/index.ts';
import { areBlocked, blockedWith } from '../relations/index.ts';
import { writeLimits } from '../messages/index.ts';
import { listFaults, type LedgerCheck } from '../wallet/index.ts';

/** A requested gift. */
export type GiftRequest = {
  readonly giftId: string;
  readonly groupId: string;
  readonly senderId: number;
  /** The username as sent by the client. */
  readonly recipient: string;
  readonly giftType: GiftType;
  /** Idempotency key, the same on every retry; null if the client sent none. */
  readonly clientGiftId: string | null;
};

/** The state that decides about a gift, read in one statement. */
export type GiftRequestRow = {
  /** Null if there is no room with the id. */
  readonly conversation_id: number | null;
  /** Whether the room exists for the sender (GR-01). */
  readonly is_room_open: boolean;
  readonly is_sender_member: boolean;
  /** What keeps the sender from writing and giving in the room (GR-03). */
  readonly timeout_until: Date | null;
  readonly slow_mode_wait_s: number;
  readonly has_turns: boolean;
  readonly sender: string;
  readonly sender_balance: number;
  readonly recipient_id: number | null;
  readonly recipient: string | null;
  readonly is_recipient_guest: boolean | null;
  readonly is_recipient_member: boolean;
  readonly are_blocked: boolean;
  /** Members blocked with the sender or the recipient, in either direction. */
  readonly hidden_from: readonly number[];
  /** The gift that was given before with the same client id. */
  readonly earlier_id: string | null;
  readonly is_earlier_same: boolean | null;
};

/**
 * Locks these rooms until the transaction ends, so that no member is removed and no two members block each other in the
 * meantime (R-07); in the global lock order of rooms. The same lock numbers messages, because each gift has a message
 * in its room (SV-38).
 */
export async function lockRooms(tx: Tx, groupIds: readonly string[]): Promise<void> {
  await sql`
    SELECT FROM conversations
    WHERE id IN (SELECT conversation_id FROM rooms WHERE group_id = ANY (${groupIds}::text[]))
    ORDER BY id FOR NO KEY UPDATE`.execute(tx);
}

const isMember = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  EXISTS (SELECT FROM conversation_members member
          WHERE member.conversation_id = room.conversation_id AND member.user_id = ${userId})
  AND NOT EXISTS (SELECT FROM room_bans ban
                  WHERE ban.conversation_id = room.conversation_id AND ban.user_id = ${userId}))`;

/**
 * Returns the state that decides about each gift, in the given order. Read after the lock, so that it sees the latest
 * commits.
 */
export async function readRequests(tx: Tx, requests: readonly GiftRequest[]): Promise<GiftRequestRow[]> {
  const [sender, recipient] = [sql`giving.sender_id`, sql`person.id`];
  const { rows } = await sql<GiftRequestRow>`
    SELECT room.conversation_id, coalesce(
        room.conversation_id IS NOT NULL AND ${isRoomKnownToUser(sender)}, false) AS is_room_open,
      ${isMember(sender)} AND sender.suspended_at IS NULL AS is_sender_member, sender.username AS sender,
      ${writeLimits.timeoutOf(sql`room.conversation_id`, sender)} AS timeout_until,
      ${writeLimits.slowModeWaitOf(sql`room.conversation_id`, sender)} AS slow_mode_wait_s,
      ${writeLimits.hasTurns(sql`room.conversation_id`, sender)} AS has_turns,
      coalesce(wallet.balance, 0) AS sender_balance,
      person.id AS recipient_id, person.username AS recipient, person.is_guest AS is_recipient_guest,
      ${isMember(recipient)} AS is_recipient_member, ${areBlocked(sender, recipient)} AS are_blocked,
      ARRAY(
        SELECT DISTINCT hidden.id
        FROM (${blockedWith(sender)} UNION ALL ${blockedWith(recipient)}) hidden
        JOIN conversation_members reader
          ON reader.conversation_id = room.conversation_id AND reader.user_id = hidden.id
      ) AS hidden_from,
      earlier.gift_id AS earlier_id,
      earlier.conversation_id = room.conversation_id AND earlier.recipient_id = person.id
        AND earlier.gift_type = giving.gift_type AS is_earlier_same
    FROM unnest(
      ${requests.map((request) => request.groupId)}::text[], ${requests.map((request) => request.senderId)}::bigint[],
      ${requests.map((request) => request.recipient)}::text[], ${requests.map((request) => request.giftType)}::text[],
      ${requests.map((request) => request.clientGiftId)}::text[]
    ) WITH ORDINALITY AS giving (group_id, sender_id, recipient, gift_type, client_gift_id, place)
    JOIN users sender ON sender.id = giving.sender_id
    LEFT JOIN rooms room ON room.group_id = giving.group_id
    LEFT JOIN users person
      ON person.username = giving.recipient AND person.deleted_at IS NULL AND person.suspended_at IS NULL
    LEFT JOIN wallets wallet ON wallet.user_id = giving.sender_id
    LEFT JOIN gifts earlier
      ON earlier.sender_id = giving.sender_id AND earlier.client_gift_id = giving.client_gift_id
    ORDER BY giving.place`.execute(tx);
  return rows;
}

/** A gift that is allowed if the sender's balance suffices. */
export type Allowed = {
  readonly request: GiftRequest;
  readonly conversationId: number;
  readonly sender: string;
  readonly recipientId: number;
  readonly recipient: string;
  readonly hiddenFrom: readonly number[];
};

/** Inserts paid gifts. Returns the time of the insert. */
export async function insertGifts(
  tx: Tx,
  gifts: readonly { readonly allowed: Allowed; readonly transferId: number }[],
): Promise<Date> {
  const column = <T>(read: (allowed: Allowed) => T) => gifts.map(({ allowed }) => read(allowed));
  // One array parameter per column: a batch of rows would need thousands of parameters, which costs more than the
  // insert.
  const { rows } = await sql<{ created_at: Date }>`
    INSERT INTO gifts (gift_id, conversation_id, sender_id, recipient_id, gift_type, client_gift_id, transfer_id)
    SELECT * FROM unnest(
      ${column(({ request }) => request.giftId)}::text[], ${column((allowed) => allowed.conversationId)}::bigint[],
      ${column(({ request }) => request.senderId)}::bigint[], ${column((allowed) => allowed.recipientId)}::bigint[],
      ${column(({ request }) => request.giftType)}::text[], ${column(({ request }) => request.clientGiftId)}::text[],
      ${gifts.map(({ transferId }) => transferId)}::bigint[]
    ) RETURNING created_at`.execute(tx);
  const [stored] = rows;
  if (!stored) throw new Error('There was no gift to store.');
  return stored.created_at;
}

/** Returns gifts whose debit differs from the credit, and transfers that name an unknown gift. */
const listMispaidGifts = (tx: Tx): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('gift %s: its sender paid %s, its recipient got %s', gift.gift_id, moved.paid, moved.got)
      FROM gifts gift CROSS JOIN LATERAL (
        SELECT coalesce(-sum(amount) FILTER (WHERE user_id = gift.sender_id), 0) AS paid,
          coalesce(sum(amount) FILTER (WHERE user_id = gift.recipient_id), 0) AS got
        FROM ledger_entries WHERE transfer_id = gift.transfer_id
      ) moved WHERE moved.paid <= 0 OR moved.paid <> moved.got
      UNION ALL
      SELECT format('transfer %s (%s) has no gift', transfer.id, transfer.cause)
      FROM ledger_transfers transfer LEFT JOIN gifts ON gifts.transfer_id = transfer.id
      WHERE transfer.kind = 'gift' AND gifts.gift_id IS NULL`,
  );

/** Invariants of the ledger about gifts (GI-01, R-09). */
export const giftsChecks: readonly LedgerCheck[] = [
  { name: 'every gift went from its sender to its recipient', run: listMispaidGifts },
];

/** A gift from one member of a room to another. */
type GiftsTable = {
  gift_id: string;
  conversation_id: number;
  sender_id: number;
  recipient_id: number;
  gift_type: GiftType;
  client_gift_id: string | null;
  transfer_id: number;
  created_at: Generated<Date>;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    gifts: GiftsTable;
  }
}
