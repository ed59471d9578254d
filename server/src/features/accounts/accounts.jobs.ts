import { GUEST_DAYS } from '@adda/contract/accounts';
import type { AccountDeletion } from './account.service.ts';
import type { AccountsContext } from './accounts.types.ts';
import { deleteExpiredChallenges } from './factors/passkeys.repository.ts';
import { deleteExpiredLinks } from './mail-links.repository.ts';
import { deleteEndedSessions } from './sessions.repository.ts';
import { listIdleGuests, lockUser } from './users.repository.ts';

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
        await deleteExpiredChallenges(database.db, clock());
      });
      jobs.every('accounts.old-mails', '57 3 * * *', () => mailer.forgetBefore(daysAgo(KEEP_MAILS_DAYS)));
    },
  };
}
