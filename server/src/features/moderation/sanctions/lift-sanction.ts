import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Person } from '../../accounts/index.ts';
import type { SanctionDeps } from './impose-sanction.ts';
import { reinstatedMail } from './sanction-mails.ts';
import { endSanction, findActiveSuspension, type SanctionEnd } from './sanctions.repository.ts';

/** How a suspension ends. `endedBy` is null for a command and for expiry. */
export type Reinstatement = {
  readonly end: SanctionEnd;
  readonly reason: string;
  readonly endedBy: number | null;
  /** True when another notification already reports the end, for example that of an appeal. */
  readonly isNotifiedElsewhere?: boolean;
};

/** Text of the notification when a suspension expires. */
const EXPIRED_TEXT = 'your suspension is over.';

export type SanctionLifter = ReturnType<typeof createSanctionLifter>;

/** Creates the commands that end suspensions: early, by expiry, or by an appeal. */
export function createSanctionLifter({
  accountStatus,
  notifications,
  publicUrl,
}: Omit<SanctionDeps, 'jobs'>) {
  async function notifyUser(
    tx: Tx,
    userId: number,
    sanctionId: string,
    { reason }: Reinstatement,
  ): Promise<void> {
    const text = reason || EXPIRED_TEXT;
    await notifications.notify(tx, { userId, kind: 'suspension_ended', text, sanctionId });
    await notifications.mail(tx, { userId, ...reinstatedMail(publicUrl(), text) });
  }

  /** Reinstates a user whose row is locked, and writes the audit. Throws `not_suspended`. */
  async function reinstate(tx: Tx, person: Person, given: Reinstatement): Promise<void> {
    const sanction = await findActiveSuspension(tx, person.userId);
    if (!person.suspendedAt && !sanction) throw appError('not_suspended');
    if (sanction) await endSanction(tx, sanction.id, given.end, given.endedBy);
    if (person.suspendedAt) await accountStatus.reinstate(tx, person);
    if (sanction && !given.isNotifiedElsewhere) await notifyUser(tx, person.userId, sanction.id, given);
    await writeAudit(tx, {
      actorId: given.endedBy,
      action: given.end === 'expired' ? 'suspension_expired' : 'user_unsuspended',
      target: userReference(person.userId),
      details: { sanction: sanction?.id ?? null, end: given.end, reason: given.reason },
    });
  }

  return {
    reinstate,

    /** Ends a suspension early. Throws `user_not_found`, `not_suspended` or `sanction_reason_missing`. */
    async lift(tx: Tx, userId: number, { reason, by }: { reason: string; by: number | null }): Promise<void> {
      const words = reason.trim();
      if (words === '') throw appError('sanction_reason_missing');
      const person = await accountStatus.lockPerson(tx, userId);
      if (!person) throw appError('user_not_found');
      await reinstate(tx, person, { end: 'lifted', reason: words, endedBy: by });
    },

    /** Ends a suspension that has expired; does nothing otherwise. */
    async endIfExpired(tx: Tx, userId: number): Promise<void> {
      const person = await accountStatus.lockPerson(tx, userId);
      const sanction = await findActiveSuspension(tx, userId);
      if (!sanction?.until || sanction.until.getTime() > Date.now()) return;
      if (person) await reinstate(tx, person, { end: 'expired', reason: '', endedBy: null });
      else await endSanction(tx, sanction.id, 'expired', null);
    },
  };
}
