import { randomBytes } from 'node:crypto';
import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Person, AccountStatus } from '../../accounts/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import type { NewSanction, Sanctions } from '../moderation.types.ts';
import { suspendedMail } from './sanction-mails.ts';
import { insertSanction } from './sanctions.repository.ts';

/** Dependencies of imposing sanctions; created by the server, or by a command when no server runs. */
export type SanctionDeps = {
  readonly accountStatus: AccountStatus;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly notifications: Pick<Notifications, 'notify' | 'mail'>;
  readonly publicUrl: () => string;
};

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Closes the connections of a suspended user, even if the node that suspended them crashed. */
    'moderation.shut-out': { readonly userId: number };
    /** Searches for accounts that share marks with this one, where one of the two is suspended. */
    'moderation.evasion': { readonly userId: number };
  }
}

const SANCTION_ID_BYTES = 12;

/** Audit action by kind of sanction. */
const ACTIONS = {
  warning: 'user_warned',
  content_removed: 'content_removed',
  suspension: 'user_suspended',
  ban: 'user_suspended',
} as const;

const isSuspension = ({ kind }: NewSanction) => kind === 'suspension' || kind === 'ban';

/**
 * Returns the locked account. Undefined is allowed for removed content only: it is recorded even if its author is
 * deleted.
 */
async function lockTarget(
  tx: Tx,
  accountStatus: AccountStatus,
  sanction: NewSanction,
): Promise<Person | undefined> {
  const person = await accountStatus.lockPerson(tx, sanction.userId);
  if (sanction.kind === 'content_removed') return person;
  if (!person) throw appError('user_not_found');
  if (person.role === 'admin') throw appError('admin_not_sanctioned');
  if (isSuspension(sanction) && person.suspendedAt) throw appError('already_suspended');
  return person;
}

/** Validates and normalises a sanction; a suspension without an end becomes a ban. Throws the validation error. */
function validated(given: NewSanction): NewSanction {
  const reason = given.reason.trim();
  if (reason === '') throw appError('sanction_reason_missing');
  if (given.kind !== 'suspension') return { ...given, reason, until: null };
  if (given.until === null) return { ...given, reason, kind: 'ban' };
  if (given.until.getTime() <= Date.now()) throw appError('suspension_end_in_past');
  return { ...given, reason };
}

/** Creates the only way to impose a sanction. */
export function createSanctionImposer({
  accountStatus,
  jobs,
  notifications,
  publicUrl,
}: SanctionDeps): Sanctions {
  async function suspend(tx: Tx, person: Person, { reason, until }: NewSanction): Promise<void> {
    const { userId } = person;
    await accountStatus.suspend(tx, person);
    await jobs.enqueue(tx, 'moderation.shut-out', { userId });
    await jobs.enqueue(tx, 'moderation.evasion', { userId }, { key: String(userId) });
    await notifications.mail(tx, { userId, ...suspendedMail(publicUrl(), { reason, until }) });
  }

  return {
    async impose(tx, given) {
      const sanction = validated(given);
      const { userId, kind, reason, until, reportId, issuedBy } = sanction;
      const person = await lockTarget(tx, accountStatus, sanction);
      const id = randomBytes(SANCTION_ID_BYTES).toString('hex');
      await insertSanction(tx, { ...sanction, id });
      if (person && isSuspension(sanction)) await suspend(tx, person, sanction);
      if (person && (kind === 'warning' || kind === 'content_removed'))
        await notifications.notify(tx, { userId, kind, text: reason, sanctionId: id });
      await writeAudit(tx, {
        actorId: issuedBy,
        action: ACTIONS[kind],
        target: userReference(userId),
        details: { sanction: id, kind, reason, until: until?.toISOString() ?? null, report: reportId },
      });
      return id;
    },
  };
}
