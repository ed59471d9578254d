import type { LinkPurpose } from './mail-links.repository.ts';

/** A plain text mail. ASCII and short lines, so that text and link stay readable in the raw mail. */
export type MailText = { readonly subject: string; readonly text: string };

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
};

/** Paths of the web app that the links open. */
const screens: Record<LinkPurpose, string> = {
  verify_email: '/verify-email',
  reset_password: '/reset-password',
};

/** Returns the mail that contains a link of this purpose. */
export function linkMail(purpose: LinkPurpose, name: string, publicUrl: string, token: string): MailText {
  return texts[purpose](name, `${publicUrl}${screens[purpose]}?token=${token}`);
}

/** A security notice to the owner of an account. `coins` is display text, for example '600 coins'. */
export type OwnerNotice =
  | { readonly kind: 'password_changed' | 'payee_changed' | 'data_copy_requested' }
  | { readonly kind: 'payout_requested'; readonly coins: string };

function noticeLabel(notice: OwnerNotice): { readonly subject: string; readonly lines: readonly string[] } {
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
  }
}

/** Returns the mail that notifies the owner of a change to their account. */
export function noticeMail(notice: OwnerNotice, name: string, publicUrl: string): MailText {
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
