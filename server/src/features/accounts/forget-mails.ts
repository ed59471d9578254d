import { createHmac, hkdfSync } from 'node:crypto';
import type { Tx } from '../../platform/database/index.ts';
import type { AccountsContext } from './accounts.dependencies.ts';
import { findUser } from './users.repository.ts';

type Deps = Pick<AccountsContext, 'jobs' | 'jwtSecret'>;

/** Stands for an address in the queue, which may keep it longer than the person is known. */
function recipientHashes(jwtSecret: string): (address: string) => string {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'adda mails to forget', 32));
  return (address) => createHmac('sha256', key).update(address.toLowerCase()).digest('base64url');
}

/** Joins the end of an account: jobs that name its address go now, mails to it that are kept as files soon after. */
export async function forgetMails({ jobs, jwtSecret }: Deps, tx: Tx, userId: number): Promise<void> {
  const email = (await findUser(tx, userId))?.email;
  if (!email) return;
  await jobs.forget(tx, 'accounts.reset-request', { email });
  await jobs.enqueue(tx, 'accounts.forget-mails', { recipient: recipientHashes(jwtSecret)(email) });
}

/** Runs what `forgetMails` leaves for later; call once before the job queue starts. */
export function startForgettingMails({
  jobs,
  jwtSecret,
  mailer,
}: Deps & Pick<AccountsContext, 'mailer'>): void {
  const hashOf = recipientHashes(jwtSecret);
  jobs.handle('accounts.forget-mails', ({ recipient }) =>
    mailer.forget((address) => hashOf(address) === recipient),
  );
}
