import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { MAIL_RETRIES, type Mailer } from '../../platform/mail/index.ts';
import { findAddressee } from './notifications.repository.ts';

/** A mail of ours that is no notification, such as to somebody who is shut out; sent by a job of the transaction. */
export type OperatorMail = { readonly userId: number; readonly subject: string; readonly text: string };

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Sends a mail of the operators. The address is read when it is sent: the queue holds none (SV-13). */
    'notifications.mail': OperatorMail & { readonly id?: string };
  }
}

type Options = { readonly database: Database; readonly jobs: Jobs; readonly mailer: Mailer };

/** Makes the mails of the operators. */
export function createOperatorMail({ database, jobs, mailer }: Options) {
  return {
    /**
     * Sends a mail to somebody with an address, confirmed or not, once the transaction is committed; nothing for
     * guests and accounts without one. `text` is plain; a greeting and a farewell are put around it.
     */
    async mail(tx: Tx, { userId, subject, text }: OperatorMail): Promise<void> {
      if (await findAddressee(tx, userId))
        await jobs.enqueue(tx, 'notifications.mail', {
          id: randomUUID(),
          userId,
          subject: subject.toWellFormed(),
          text: text.toWellFormed(),
        });
    },

    startJobs(): void {
      const send = async ({ userId, subject, text, id }: OperatorMail & { readonly id?: string }) => {
        const to = await findAddressee(database.db, userId);
        if (to)
          await mailer.send({ to: to.email, subject, text: letterOf(to.username, text), ...(id && { id }) });
      };
      jobs.handle('notifications.mail', send, { retries: MAIL_RETRIES });
    },
  };
}

const letterOf = (name: string, text: string): string =>
  [`Hi ${name},`, '', text.trim(), '', 'Take care,', 'Adda', ''].join('\n');
