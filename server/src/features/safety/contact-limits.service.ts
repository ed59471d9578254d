import { appError } from '../../platform/errors.ts';
import type { SafetyMemory } from './safety-memory.service.ts';
import type { NewAccounts } from './safety.types.ts';
import { insertContact, lockContactsOf, readContacts } from './safety.repository.ts';

const HOUR_MS = 3_600_000;

type Deps = {
  readonly memory: Pick<SafetyMemory, 'settings'>;
  /** Limits of new accounts belong to the request rate limits. */
  readonly hasLimits: boolean;
};

/** Limits of accounts in their first days (SV-105). Upgrading a guest does not restart them. */
export function createNewAccounts({ memory, hasLimits }: Deps): NewAccounts {
  /** Returns the milliseconds until an account is no longer new; 0 or less if it is not new. */
  const msUntilOld = (since: Date): number =>
    hasLimits ? since.getTime() + memory.settings().new_account_hours * HOUR_MS - Date.now() : 0;

  return {
    async admitContact(tx, { senderId, senderSince, recipientId }) {
      const left = msUntilOld(senderSince);
      if (left <= 0) return;
      await lockContactsOf(tx, senderId);
      const { first_contacts_per_day: most } = memory.settings();
      const { isAdmin, isCounted, secondsFull } = await readContacts(tx, { senderId, recipientId }, most);
      if (isAdmin || isCounted) return;
      if (secondsFull !== null) {
        const wait = Math.max(1, Math.min(secondsFull, Math.ceil(left / 1000)));
        throw appError('first_contacts_used_up', { most, retry_after: wait });
      }
      await insertContact(tx, senderId, recipientId);
    },
    hasPlainLinks: (since) => memory.settings().plain_links && msUntilOld(since) > 0,
  };
}
