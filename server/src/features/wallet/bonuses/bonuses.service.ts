import { randomBytes, randomUUID } from 'node:crypto';
import { coinsOf, hundredthsOf } from '@adda/contract/kernel/money';
import type { BonusCase, BonusDecision, BonusInput, BonusStatus } from '@adda/contract/wallet';
import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Post } from '../ledger/ledger.repository.ts';
import { credit } from '../ledger/transfers.policy.ts';
import { pageOf, type PageQuery } from '../wallet.policy.ts';
import { lockRegistered } from '../wallet.repository.ts';
import * as bonuses from './bonuses.repository.ts';
import type { BonusRow } from './bonuses.repository.ts';

type Deps = {
  readonly database: Database;
  readonly post: Post;
  /** Above this number of coins a second administrator has to confirm. */
  readonly fourEyesCoins: number;
};

const BONUS_ID_BYTES = 12;
const KIND = 'star_bonus';

/** A bonus and its recipient; `amount` in hundredths of a coin. */
type Gift = {
  readonly cause: string;
  readonly payee: number;
  readonly amount: number;
  readonly description: string;
};

function caseOf(row: BonusRow, actor: Actor): BonusCase {
  const waitsForOther = row.status === 'waiting' && row.payee_id !== actor.userId;
  return {
    id: row.bonus_id,
    username: row.username,
    amount: coinsOf(row.amount),
    description: row.description,
    status: row.status,
    proposed_by: row.proposer,
    created_at: row.created_at.toISOString(),
    decided_by: row.decider,
    decided_at: row.decided_at?.toISOString() ?? null,
    can_refuse: waitsForOther,
    can_confirm: waitsForOther && row.proposed_by !== actor.userId,
  };
}

/** Service for star bonuses. */
export type Bonuses = ReturnType<typeof createBonuses>;

/** Creates the functions that give and propose bonuses inside the caller's transaction. */
function createGiving(post: Deps['post']) {
  const credited = async (tx: Tx, { cause, payee, amount, description }: Gift) => {
    const line = { type: KIND, description } as const;
    const [posted] = await post(tx, [
      credit({ cause, kind: KIND, amount }, { payee, origin: 'given', line }),
    ]);
    return posted?.status;
  };

  /** Gives a bonus immediately; idempotent by its cause. */
  async function giveNow(tx: Tx, actor: Actor, gift: Gift): Promise<BonusStatus> {
    const status = await credited(tx, gift);
    if (status === 'conflict') throw appError('bonus_request_used');
    if (status === 'posted')
      await writeAudit(tx, {
        actorId: actor.userId,
        action: 'wallet_bonus',
        target: userReference(gift.payee),
        details: { coins: coinsOf(gift.amount), description: gift.description },
      });
    return 'given';
  }

  /** Returns the status of the proposal with the same cause; undefined if there is none. */
  async function proposedBefore(tx: Tx, gift: Gift): Promise<BonusStatus | undefined> {
    const known = await bonuses.findByCause(tx, gift.cause);
    if (known && (known.payee_id !== gift.payee || known.amount !== gift.amount))
      throw appError('bonus_request_used');
    return known?.status;
  }

  /** Stores a bonus for a second administrator. Idempotent: repeating the proposal returns its current status. */
  async function propose(tx: Tx, actor: Actor, gift: Gift): Promise<BonusStatus> {
    const bonusId = `bonus_${randomBytes(BONUS_ID_BYTES).toString('hex')}`;
    const proposal = { ...gift, bonusId, payeeId: gift.payee, proposedBy: actor.userId };
    if (!(await bonuses.insertBonus(tx, proposal))) return (await proposedBefore(tx, gift)) ?? 'waiting';
    await writeAudit(tx, {
      actorId: actor.userId,
      action: 'bonus_proposed',
      target: userReference(gift.payee),
      details: { bonus: bonusId, coins: coinsOf(gift.amount), description: gift.description },
    });
    return 'waiting';
  }

  return { credited, giveNow, proposedBefore, propose };
}

/** Creates the commands of star bonuses (SV-95, Q-20). */
export function createBonuses({ database, post, fourEyesCoins }: Deps) {
  const { credited, giveNow, proposedBefore, propose } = createGiving(post);

  async function confirm(tx: Tx, row: BonusRow): Promise<void> {
    const payee = await lockRegistered(tx, row.username);
    if (payee !== row.payee_id) throw appError('user_not_found');
    const { cause, amount, description } = row;
    const status = await credited(tx, { cause, payee, amount, description });
    if (status !== 'posted') throw appError('bonus_request_used');
  }

  return {
    /**
     * Gives coins to a user; audited. Above `fourEyesCoins` the bonus waits for a second administrator. Idempotent by
     * `request_id`, per administrator. Throws `user_not_found` for guests and unknown users, `own_case` for the
     * administrator themselves, and `bonus_request_used` if the id was used for another bonus.
     */
    give(actor: Actor, { username, amount, ...input }: BonusInput): Promise<BonusStatus> {
      const description = input.description.toWellFormed();
      const { request_id: id } = input;
      const cause = `bonus:${id === undefined ? randomUUID() : `${actor.userId}:${id}`}`;
      return database.transaction(async (tx) => {
        const payee = await lockRegistered(tx, username);
        if (payee === undefined) throw appError('user_not_found');
        if (payee === actor.userId) throw appError('own_case');
        const gift = { cause, payee, amount: hundredthsOf(amount), description };
        const before = await proposedBefore(tx, gift);
        if (before) return before;
        const needsOther = amount > fourEyesCoins && !(await bonuses.isGiven(tx, cause));
        return needsOther ? propose(tx, actor, gift) : giveNow(tx, actor, gift);
      });
    },

    /** Returns a page of the bonuses that needed two administrators, newest first. */
    async list(actor: Actor, { status, ...query }: PageQuery & { status?: BonusStatus | undefined }) {
      const { skip, limit, numbers } = pageOf(query);
      const { bonuses: rows, total } = await bonuses.listBonuses(database.db, { status, skip, limit });
      return { bonuses: rows.map((row) => caseOf(row, actor)), ...numbers(total) };
    },

    /**
     * Confirms a bonus, which gives it, or refuses it; the proposer may only withdraw it. Throws `bonus_not_found`,
     * `own_case`, `bonus_decided`, `second_administrator_needed`, `user_not_found` if the recipient is deleted, and
     * `bonus_request_used` if the request id was used for another bonus in the meantime.
     */
    async decide(actor: Actor, bonusId: string, status: BonusDecision['status']): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await bonuses.lockBonus(tx, bonusId);
        if (!row) throw appError('bonus_not_found');
        if (row.payee_id === actor.userId) throw appError('own_case');
        if (row.status !== 'waiting') throw appError('bonus_decided', { status: row.status });
        const isGiven = status === 'given';
        if (isGiven && row.proposed_by === actor.userId) throw appError('second_administrator_needed');
        await bonuses.decideBonus(tx, row.id, { status, decidedBy: actor.userId });
        await writeAudit(tx, {
          actorId: actor.userId,
          action: isGiven ? 'wallet_bonus' : 'bonus_refused',
          target: userReference(row.payee_id),
          details: {
            bonus: bonusId,
            coins: coinsOf(row.amount),
            description: row.description,
            proposed_by: userReference(row.proposed_by),
          },
        });
        // Last, because wallets stay locked until the transaction ends.
        if (isGiven) await confirm(tx, row);
      });
    },
  };
}
