import { notificationWaysOf, type ActivityKind } from '@adda/contract/activity';
import { randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { MAIL_RETRIES, type Mailer } from '../../../platform/mail/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import type { Activity } from '../../activity/index.ts';
import * as stored from './missed-mails.repository.ts';
import { MISSED_LINES_MAX, missedMail } from './missed-text.policy.ts';
import type { Unsubscribing } from './unsubscribe.service.ts';

/** A decided mail. The queue holds no address and no words: both are read when it is sent (SV-13). */
type MissedMail = { readonly userId: number; readonly mailId: string };

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurring job; tests may enqueue it. */
    'notifications.missed': null;
    /** Decides about the mails of some users after an id, and enqueues itself for those after them. */
    'notifications.missed-batch': { readonly after: number };
    'notifications.missed-mail': MissedMail;
  }
}

/** Users of one batch, which takes some seconds at most. */
const BATCH = 200;

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly metrics: Pick<Metrics, 'counter'>;
  readonly publicUrl: () => string;
  readonly activity: Pick<Activity, 'listMissed'>;
  readonly unsubscribing: Unsubscribing;
};

/** Returns the kinds that a user wants to be mailed about; what is off in the app is told nowhere (NT-03). */
function mailedKinds({ notifications }: stored.MailableUser): ReadonlySet<ActivityKind> {
  const { message: _message, ...ways } = notificationWaysOf(notifications);
  const kinds = Object.keys(ways) as (keyof typeof ways)[];
  return new Set(kinds.filter((kind) => ways[kind].in_app && ways[kind].email));
}

/**
 * Creates the mails about what users missed (NT-05). Decided hourly in batches; the row of the user allows one a day. Sent by a job
 * that reads again what there is to tell. A mail is taken from its row before it is passed on: a process that is killed in between
 * loses it, but no mail is sent twice.
 */
export function createMissedMails({ database, jobs, mailer, metrics, ...deps }: Deps) {
  const { publicUrl, activity, unsubscribing } = deps;
  const count = metrics.counter({
    name: 'missed_mails_total',
    help: 'Mails about what a user missed, by what became of them',
    labels: ['outcome'],
  });
  for (const outcome of ['sent', 'refused', 'outdated']) count({ outcome }, 0);

  const listFor = (user: stored.MailableUser) =>
    activity.listMissed(user.id, { kinds: mailedKinds(user), since: user.since, limit: MISSED_LINES_MAX });

  async function decide(user: stored.MailableUser): Promise<void> {
    if ((await listFor(user)).count === 0) return;
    const mailId = randomBytes(16).toString('hex');
    await database.transaction(async (tx) => {
      if (await stored.claimMail(tx, user, mailId))
        await jobs.enqueue(tx, 'notifications.missed-mail', { userId: user.id, mailId });
    });
  }

  const enqueueBatch = (after: number): Promise<void> =>
    database.transaction((tx) =>
      jobs.enqueue(tx, 'notifications.missed-batch', { after }, { key: `after ${after}` }),
    );

  async function decideBatch({ after }: { readonly after: number }): Promise<void> {
    const users = await stored.listDue(database.db, after, BATCH);
    for (const user of users) await decide(user);
    const last = users.at(-1);
    if (last && users.length === BATCH) await enqueueBatch(last.id);
  }

  async function send({ userId, mailId }: MissedMail): Promise<void> {
    const user = await stored.findRecipientOf(database.db, userId, mailId);
    const missed = user && (await listFor(user));
    if (!(await stored.takeMail(database.db, userId, mailId))) return;
    if (!user || !missed || missed.count === 0) return count({ outcome: 'outdated' });
    const { username, email: to } = user;
    const unsubscribeUrl = unsubscribing.urlFor(userId);
    const mail = missedMail({ username, ...missed, publicUrl: publicUrl(), unsubscribeUrl });
    try {
      count({ outcome: await mailer.send({ id: mailId, to, unsubscribeUrl, ...mail }) });
    } catch (error) {
      await stored.putMailBack(database.db, userId, mailId);
      throw error;
    }
  }

  return {
    startJobs(): void {
      jobs.every('notifications.missed', '23 * * * *', () => enqueueBatch(0));
      jobs.handle('notifications.missed-batch', decideBatch);
      jobs.handle('notifications.missed-mail', send, { retries: MAIL_RETRIES });
    },
  };
}
