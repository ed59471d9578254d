import { APPEAL_TEXT_MIN, type AppealCase, type AppealDecision } from '@adda/contract/moderation';
import { randomBytes } from 'node:crypto';
import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { AccountStatus } from '../../accounts/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import { type SanctionLifter, reinstatedMail, upheldMail } from './sanctions.service.ts';
import { endSanction, findActiveSuspension } from './sanctions.repository.ts';
import * as appeals from './appeals.repository.ts';
import type { LockedAppeal } from './appeals.repository.ts';

type Deps = {
  readonly database: Database;
  readonly accountStatus: AccountStatus;
  readonly sanctionLifter: Pick<SanctionLifter, 'reinstate'>;
  readonly notifications: Pick<Notifications, 'notify' | 'mail'>;
  readonly publicUrl: () => string;
};

const APPEAL_ID_BYTES = 12;

/** The user who appeals. */
type Appellant = { readonly userId: number; readonly username: string };

export type Appeals = ReturnType<typeof createAppeals>;

/** Creates the commands of appeals. Each sanction can be appealed once. */
export function createAppeals({ database, accountStatus, sanctionLifter, notifications, publicUrl }: Deps) {
  /** Reverses a sanction. A user who was reinstated or suspended by another sanction since then keeps that status. */
  async function reverse(tx: Tx, { userId, sanctionId, by }: DecidedAppeal): Promise<void> {
    const person = await accountStatus.lockPerson(tx, userId);
    const current = await findActiveSuspension(tx, userId);
    if (person && current?.id === sanctionId)
      await sanctionLifter.reinstate(tx, person, {
        end: 'reversed',
        reason: '',
        endedBy: by,
        isNotifiedElsewhere: true,
      });
    else await endSanction(tx, sanctionId, 'reversed', by);
  }

  async function notifyUser(
    tx: Tx,
    { userId, sanctionId, kind, answer, isReversed }: DecidedAppeal,
  ): Promise<void> {
    await notifications.notify(tx, { userId, kind: 'appeal_decided', text: answer, sanctionId });
    if (kind !== 'suspension' && kind !== 'ban') return;
    const mail = isReversed ? reinstatedMail(publicUrl(), answer) : upheldMail(answer);
    await notifications.mail(tx, { userId, ...mail });
  }

  return {
    /**
     * Stores an appeal. Throws `appeal_text_too_short`, `sanction_not_found` (also for a sanction of another user or an
     * ended one) or `appeal_exists`.
     */
    async submit(person: Appellant, sanctionId: string, text: string): Promise<void> {
      if (text.length < APPEAL_TEXT_MIN) throw appError('appeal_text_too_short');
      await database.transaction(async (tx) => {
        if (!(await appeals.isOwnActiveSanction(tx, person.userId, sanctionId)))
          throw appError('sanction_not_found');
        const id = randomBytes(APPEAL_ID_BYTES).toString('hex');
        if (!(await appeals.insertAppeal(tx, { id, sanctionId, text }))) throw appError('appeal_exists');
        await writeAudit(tx, {
          actorId: person.userId,
          action: 'appeal_made',
          target: userReference(person.userId),
          details: { appeal: id, sanction: sanctionId },
        });
      });
    },

    /** Returns the appeals of the queue, oldest first. */
    list: (query: appeals.AppealsQuery): Promise<{ appeals: AppealCase[]; total_count: number }> =>
      appeals.listAppeals(database.db, query),

    /**
     * Decides an appeal: upholds the sanction, or reverses it and reinstates the user. Throws
     * `sanction_reason_missing`, `appeal_not_found`, `own_case`, `appeal_already_decided` or
     * `appeal_needs_other_admin`.
     */
    async decide(actor: Actor, appealId: string, given: AppealDecision): Promise<void> {
      const answer = given.answer.trim();
      if (answer === '') throw appError('sanction_reason_missing');
      const isReversed = given.decision === 'reverse';
      const status = isReversed ? 'reversed' : 'upheld';
      await database.transaction(async (tx) => {
        const appeal = await appeals.lockAppeal(tx, appealId);
        if (!appeal) throw appError('appeal_not_found');
        if (appeal.userId === actor.userId) throw appError('own_case');
        if (appeal.status !== 'open') throw appError('appeal_already_decided');
        if (appeal.issuedBy === actor.userId) throw appError('appeal_needs_other_admin');
        await appeals.closeAppeal(tx, appealId, { status, by: actor.userId, answer });
        const decided = { ...appeal, by: actor.userId, answer, isReversed };
        if (isReversed) await reverse(tx, decided);
        await notifyUser(tx, decided);
        await writeAudit(tx, {
          actorId: actor.userId,
          action: `appeal_${status}`,
          target: userReference(appeal.userId),
          details: { appeal: appealId, sanction: appeal.sanctionId, answer },
        });
      });
    },
  };
}

/** An appeal with its decision. */
type DecidedAppeal = Pick<LockedAppeal, 'userId' | 'sanctionId' | 'kind'> & {
  readonly by: number;
  readonly answer: string;
  readonly isReversed: boolean;
};
