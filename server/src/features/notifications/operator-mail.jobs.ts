import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { MAIL_RETRIES, type Mailer } from '../../platform/mail/index.ts';
import { findRecipient } from './notifications.repository.ts';

/**
 * A mail that is not a notification, for example to a suspended user. Sent by a job that is enqueued in the
 * transaction.
 */
type OperatorMail = { readonly userId: number; readonly subject: string; readonly text: string };

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Sends a mail of the operators. The address is read when the job runs, so the queue holds none (SV-13). */
    'notifications.mail': OperatorMail & { readonly id?: string };
  }
}

type Options = { readonly database: Database; readonly jobs: Jobs; readonly mailer: Mailer };

/** Creates the mails of the operators. */
export function createOperatorMail({ database, jobs, mailer }: Options) {
  return {
    /**
     * Enqueues a mail in the transaction, to confirmed and unconfirmed addresses. Does nothing for guests and accounts
     * without an address. `text` is plain text; greeting and closing are added.
     */
    async mail(tx: Tx, { userId, subject, text }: OperatorMail): Promise<void> {
      if (await findRecipient(tx, userId))
        await jobs.enqueue(tx, 'notifications.mail', {
          id: randomUUID(),
          userId,
          subject: subject.toWellFormed(),
          text: text.toWellFormed(),
        });
    },

    startJobs(): void {
      const send = async ({ userId, subject, text, id }: OperatorMail & { readonly id?: string }) => {
        const to = await findRecipient(database.db, userId);
        if (to)
          await mailer.send({
            to: to.email,
            subject,
            text: withGreeting(to.username, text),
            ...(id && { id }),
          });
      };
      jobs.handle('notifications.mail', send, { retries: MAIL_RETRIES });
    },
  };
}

const withGreeting = (name: string, text: string): string =>
  [`Hi ${name},`, '', text.trim(), '', 'Take care,', 'Adda', ''].join('\n');
