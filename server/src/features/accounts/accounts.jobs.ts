import { createHmac, hkdfSync } from 'node:crypto';
import { GUEST_DAYS } from '@adda/contract/accounts';
import type { Tx } from '../../platform/database/index.ts';
import type { AccountDeletion } from './account.service.ts';
import type { AccountsContext } from './accounts.types.ts';
import { deleteExpiredLinks } from './mail-links.repository.ts';
import { deleteEndedSessions } from './sessions.repository.ts';
import { listIdleGuests, lockUser, findUser } from './users.repository.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurring job; tests may enqueue it. */
    'accounts.idle-guests': null;
  }
}

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 100;
/** Ended sessions are kept this long, so that an old token is still refused as revoked. */
const KEEP_ENDED_DAYS = 30;
/** For mails kept as files when no mail server is configured. */
const KEEP_MAILS_DAYS = 30;

/** Daily maintenance jobs of accounts (SV-03, SV-104). */
export function createMaintenance(
  { database, jobs, mailer, clock }: AccountsContext,
  deleteAccount: AccountDeletion,
) {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS);

  /**
   * Deletes guest accounts inactive for 30 days with their content, each in its own transaction. Returns the number of
   * deleted accounts.
   */
  const deleteIdleGuests = async (): Promise<number> => {
    const since = daysAgo(GUEST_DAYS);
    let ended = 0;
    for (;;) {
      const ids = await listIdleGuests(database.db, since, BATCH);
      for (const id of ids) {
        await database.transaction(async (tx) => {
          const guest = await lockUser(tx, id);
          if (guest?.is_guest && guest.last_active_at < since)
            await deleteAccount(tx, id, { removesContent: true });
        });
      }
      ended += ids.length;
      if (ids.length < BATCH) return ended;
    }
  };

  return {
    deleteIdleGuests,
    startJobs() {
      jobs.every('accounts.idle-guests', '17 3 * * *', async () => void (await deleteIdleGuests()));
      jobs.every('accounts.ended-sessions', '47 3 * * *', async () => {
        await deleteEndedSessions(database.db, daysAgo(KEEP_ENDED_DAYS));
        await deleteExpiredLinks(database.db, daysAgo(KEEP_ENDED_DAYS));
      });
      jobs.every('accounts.old-mails', '57 3 * * *', () => mailer.forgetBefore(daysAgo(KEEP_MAILS_DAYS)));
    },
  };
}

type Deps = Pick<AccountsContext, 'jobs' | 'jwtSecret'>;

/**
 * Returns a function that hashes an address for the job queue, which may keep payloads longer than the account exists.
 */
function recipientHashes(jwtSecret: string): (address: string) => string {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'adda mails to forget', 32));
  return (address) => createHmac('sha256', key).update(address.toLowerCase()).digest('base64url');
}

/**
 * Part of deleting an account: deletes queued jobs that contain its address, and enqueues the deletion of mails kept as
 * files.
 */
export async function forgetMails({ jobs, jwtSecret }: Deps, tx: Tx, userId: number): Promise<void> {
  const email = (await findUser(tx, userId))?.email;
  if (!email) return;
  await jobs.forget(tx, 'accounts.reset-request', { email });
  await jobs.enqueue(tx, 'accounts.forget-mails', { recipient: recipientHashes(jwtSecret)(email) });
}

/** Registers the job that `forgetMails` enqueues. Call once before the job queue starts. */
export function startForgetMailsJob({
  jobs,
  jwtSecret,
  mailer,
}: Deps & Pick<AccountsContext, 'mailer'>): void {
  const hashOf = recipientHashes(jwtSecret);
  jobs.handle('accounts.forget-mails', ({ recipient }) =>
    mailer.forget((address) => hashOf(address) === recipient),
  );
}
