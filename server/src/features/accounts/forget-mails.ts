import { createHmac, hkdfSync } from 'node:crypto';
import type { Tx } from '../../platform/database/index.ts';
import type { AccountsContext } from './accounts.dependencies.ts';
import { findUser } from './users.repository.ts';

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
