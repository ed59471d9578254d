import { createHmac, randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/index.ts';
import { MAIL_RETRIES } from '../../platform/mail/index.ts';
import { keysFor, type ServerSecret } from '../../platform/secrets/server-secrets.ts';
import type { AccountsContext } from './accounts.types.ts';
import type { MailText } from './link-mails.policy.ts';
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

/** A security notice to the owner of an account. `coins` is display text, for example '600 coins'. */
type OwnerNotice =
  | {
      readonly kind:
        | 'password_changed'
        | 'payee_changed'
        | 'data_copy_requested'
        | 'passkey_added'
        | 'passkey_removed'
        | 'totp_on'
        | 'totp_off'
        | 'recovery_code_used';
    }
  | { readonly kind: 'payout_requested'; readonly coins: string };

type NoticeLabel = { readonly subject: string; readonly lines: readonly string[] };

/** Notices about how the owner proves who they are (ID-01, ID-02). */
const factorLabels = {
  passkey_added: {
    subject: 'A passkey was added to your Adda account',
    lines: ['a passkey was added to your account just now. It opens your account', 'without a password.'],
  },
  passkey_removed: {
    subject: 'A passkey was removed from your Adda account',
    lines: ['a passkey was removed from your account just now.'],
  },
  totp_on: {
    subject: 'Two-step login is on for your Adda account',
    lines: [
      'an authenticator app was set up for your account just now. From now on',
      'logging in needs its code.',
    ],
  },
  totp_off: {
    subject: 'Two-step login is off for your Adda account',
    lines: [
      'the authenticator app of your account was removed just now. From now on',
      'your password alone opens it.',
    ],
  },
  recovery_code_used: {
    subject: 'A recovery code of your Adda account was used',
    lines: ['one of your recovery codes was used just now. It does not work again.'],
  },
} as const satisfies Record<string, NoticeLabel>;

function noticeLabel(notice: OwnerNotice): NoticeLabel {
  switch (notice.kind) {
    case 'password_changed':
      return {
        subject: 'Your Adda password was changed',
        lines: ['your password was changed just now, and every other device was', 'logged out.'],
      };
    case 'payee_changed':
      return {
        subject: 'Your Adda payouts go somewhere new',
        lines: ['where your payouts go was set or changed just now.'],
      };
    case 'payout_requested':
      return {
        subject: 'A payout was requested from your Adda wallet',
        lines: [`a payout of ${notice.coins} was requested just now.`],
      };
    case 'data_copy_requested':
      return {
        subject: 'A copy of your Adda data was requested',
        lines: ['a copy of everything about you was requested just now.'],
      };
    case 'passkey_added':
    case 'passkey_removed':
    case 'totp_on':
    case 'totp_off':
    case 'recovery_code_used':
      return factorLabels[notice.kind];
  }
}

/** Returns the mail that notifies the owner of a change to their account. */
function noticeMail(notice: OwnerNotice, name: string, publicUrl: string): MailText {
  const { subject, lines } = noticeLabel(notice);
  return {
    subject,
    text: [
      `Hi ${name},`,
      '',
      ...lines,
      '',
      'If that was you, all is well. If not, choose a new password now;',
      'that logs everybody else out:',
      '',
      `${publicUrl}/forgot-password`,
      '',
      'Take care,',
      'Adda',
      '',
    ].join('\n'),
  };
}

type ForgetDeps = Pick<AccountsContext, 'jobs' | 'jwtSecret'>;

/**
 * Returns a function that hashes an address for the job queue, which may keep payloads longer than the account exists.
 */
function recipientHashes(jwtSecret: ServerSecret) {
  const keys = keysFor(jwtSecret, 'opening', 'adda mails to forget');
  const hashBy = (key: Buffer, address: string) =>
    createHmac('sha256', key).update(address.toLowerCase()).digest('base64url');
  return {
    hashOf: (address: string) => hashBy(keys[0], address),
    /** Whether this is the hash of the address, also with a former secret. */
    isHashOf: (hash: string, address: string) => keys.some((key) => hashBy(key, address) === hash),
  };
}

/**
 * Part of deleting an account: deletes queued jobs that contain its address, and enqueues the deletion of mails kept as
 * files.
 */
export async function forgetMails({ jobs, jwtSecret }: ForgetDeps, tx: Tx, userId: number): Promise<void> {
  const email = (await findUser(tx, userId))?.email;
  if (!email) return;
  await jobs.forget(tx, 'accounts.reset-request', { email });
  await jobs.enqueue(tx, 'accounts.forget-mails', { recipient: recipientHashes(jwtSecret).hashOf(email) });
}

/** Registers the job that `forgetMails` enqueues. Call once before the job queue starts. */
export function startForgetMailsJob({
  jobs,
  jwtSecret,
  mailer,
}: ForgetDeps & Pick<AccountsContext, 'mailer'>): void {
  const { isHashOf } = recipientHashes(jwtSecret);
  jobs.handle('accounts.forget-mails', ({ recipient }) =>
    mailer.forget((address) => isHashOf(recipient, address)),
  );
}
