import { randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/index.ts';
import { MAIL_RETRIES } from '../../platform/mail/index.ts';
import type { AccountsContext } from './accounts.dependencies.ts';
import { noticeMail, type OwnerNotice } from './mail-texts.ts';
import { findUser } from './users.repository.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /**
     * Sends a security notice to the owner of an account. The address is read when the job runs, so the queue holds
     * none (SV-13).
     */
    'accounts.owner-mail': { readonly id: string; readonly userId: number; readonly notice: OwnerNotice };
  }
}

type Deps = Pick<AccountsContext, 'database' | 'jobs' | 'mailer' | 'publicUrl'>;

/** Security notices: mails that report changes to the account's owner, in case another person made them. */
export function createOwnerMails({ database, jobs, mailer, publicUrl }: Deps) {
  return {
    /** Enqueues the notice in the transaction. Does nothing for guests, who have no address. */
    async mailOwner(tx: Tx, userId: number, notice: OwnerNotice): Promise<void> {
      const user = await findUser(tx, userId);
      if (!user?.email) return;
      const id = randomBytes(16).toString('hex');
      await jobs.enqueue(tx, 'accounts.owner-mail', { id, userId, notice });
    },

    startJobs(): void {
      const send = async ({ id, userId, notice }: { id: string; userId: number; notice: OwnerNotice }) => {
        const user = await findUser(database.db, userId);
        if (user?.email)
          await mailer.send({ id, to: user.email, ...noticeMail(notice, user.username, publicUrl()) });
      };
      jobs.handle('accounts.owner-mail', send, { retries: MAIL_RETRIES });
    },
  };
}

export type OwnerMails = ReturnType<typeof createOwnerMails>;
