import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/index.ts';
import { MAIL_RETRIES } from '../../platform/mail/index.ts';
import type { AccountsContext } from './accounts.types.ts';
import { findUser } from './users.repository.ts';
import type { LinkPurpose } from './mail-links.repository.ts';

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

/** A plain text mail. ASCII and short lines, so that text and link stay readable in the raw mail. */
type MailText = { readonly subject: string; readonly text: string };

const undoLines = (url: string): readonly string[] => [
  'If this was not you, go back to this address here. That logs everybody',
  'out, and you choose a new password:',
  '',
  url,
  '',
  'It works for seven days.',
];

const texts: Record<LinkPurpose, (name: string, url: string) => MailText> = {
  verify_email: (name, url) => ({
    subject: 'Welcome to Adda - please confirm your address',
    text: [
      `Hi ${name},`,
      '',
      'good to have you here! Please confirm your e-mail address here:',
      '',
      url,
      '',
      'It works for three days. If you did not sign up, just ignore this mail.',
      '',
      'See you inside,',
      'Adda',
      '',
    ].join('\n'),
  }),
  reset_password: (name, url) => ({
    subject: 'Set a new password for Adda',
    text: [
      `Hi ${name},`,
      '',
      'someone - hopefully you - asked for a new password. Choose one here:',
      '',
      url,
      '',
      'It works once, for one hour. If it was not you, just ignore this mail:',
      'your password stays as it is.',
      '',
      'Take care,',
      'Adda',
      '',
    ].join('\n'),
  }),
  change_email: (name, url) => ({
    subject: 'Please confirm your new address for Adda',
    text: [
      `Hi ${name},`,
      '',
      'you asked to use this e-mail address for your Adda account. Confirm it here:',
      '',
      url,
      '',
      'It works once, for three days. If you did not ask, just ignore this mail:',
      'nothing changes.',
      '',
      'See you inside,',
      'Adda',
      '',
    ].join('\n'),
  }),
  undo_email_change: (name, url) => ({
    subject: 'This was not me? The e-mail address of your Adda account',
    text: [
      `Hi ${name},`,
      '',
      'somebody - hopefully you - asked for another e-mail address for your Adda',
      'account. If that was you, all is well.',
      '',
      ...undoLines(url),
      '',
      'Take care,',
      'Adda',
      '',
    ].join('\n'),
  }),
};

/** Paths of the web app that the links open. */
const screens: Record<LinkPurpose, string> = {
  verify_email: '/verify-email',
  reset_password: '/reset-password',
  change_email: '/change-email',
  undo_email_change: '/undo-email-change',
};

/** Returns the mail that contains a link of this purpose. */
export function linkMail(purpose: LinkPurpose, name: string, publicUrl: string, token: string): MailText {
  return texts[purpose](name, `${publicUrl}${screens[purpose]}?token=${token}`);
}

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
        | 'recovery_code_used'
        | 'address_wanted';
    }
  | { readonly kind: 'payout_requested'; readonly coins: string }
  | { readonly kind: 'new_login'; readonly place: string; readonly at: string };

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

/** Somebody entered the address of this account as the new one of another account (ID-05). */
const addressWanted: NoticeLabel = {
  subject: 'Somebody asked for your e-mail address on Adda',
  lines: [
    'somebody asked to use this e-mail address for another Adda account. It is',
    'yours, so nothing was changed.',
  ],
};

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
    case 'new_login':
      return {
        subject: 'A new login to your Adda account',
        lines: [
          'somebody logged in to your account on a device or in a country that is new:',
          '',
          notice.place,
          `${notice.at.slice(0, 10)}, ${notice.at.slice(11, 16)} UTC`,
        ],
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
    case 'address_wanted':
      return addressWanted;
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
function recipientHashes(jwtSecret: string): (address: string) => string {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'adda mails to forget', 32));
  return (address) => createHmac('sha256', key).update(address.toLowerCase()).digest('base64url');
}

/**
 * Part of deleting an account: deletes queued jobs that contain its address, and enqueues the deletion of mails kept as
 * files.
 */
export async function forgetMails({ jobs, jwtSecret }: ForgetDeps, tx: Tx, userId: number): Promise<void> {
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
}: ForgetDeps & Pick<AccountsContext, 'mailer'>): void {
  const hashOf = recipientHashes(jwtSecret);
  jobs.handle('accounts.forget-mails', ({ recipient }) =>
    mailer.forget((address) => hashOf(address) === recipient),
  );
}
