import { randomBytes } from 'node:crypto';
import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Person, AccountStatus } from '../../accounts/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import type { NewSanction, Sanctions } from '../moderation.types.ts';
import {
  insertSanction,
  endSanction,
  findActiveSuspension,
  type SanctionEnd,
} from './sanctions.repository.ts';

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

/** How a suspension ends. `endedBy` is null for a command and for expiry. */
type Reinstatement = {
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

/** A mail without greeting and closing, which notifications adds. */
type SanctionMail = { readonly subject: string; readonly text: string };

const timeOf = (until: Date): string => `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Mail to a suspended user: reason, end, and how to appeal. */
function suspendedMail(
  publicUrl: string,
  { reason, until }: { reason: string; until: Date | null },
): SanctionMail {
  return {
    subject: 'Your Adda account is suspended',
    text: [
      until ? `your account is suspended until ${timeOf(until)}.` : 'your account is suspended for good.',
      '',
      'The reason:',
      '',
      reason,
      '',
      'If you think that this is wrong, ask us to look again. Somebody else',
      'than who made the decision will read what you write:',
      '',
      `${publicUrl}/suspended`,
    ].join('\n'),
  };
}

/** Mail to a reinstated user; `words` is the reason. */
export function reinstatedMail(publicUrl: string, words: string): SanctionMail {
  return {
    subject: 'You can use your Adda account again',
    text: [words, '', 'Log in here:', '', `${publicUrl}/login`].join('\n'),
  };
}

/** Mail for an appeal whose sanction is upheld. */
export function upheldMail(answer: string): SanctionMail {
  return {
    subject: 'We have looked at your appeal',
    text: ['somebody else has looked at it, and the decision stands.', '', answer].join('\n'),
  };
}
