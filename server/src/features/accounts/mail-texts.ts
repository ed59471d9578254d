import type { LinkPurpose } from './mail-links.repository.ts';

/** What a mail says. ASCII and short lines on purpose: text and link stay readable in the raw mail. */
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

/** Screens of the web app that the links open. */
const screens: Record<LinkPurpose, string> = {
  verify_email: '/verify-email',
  reset_password: '/reset-password',
};

/** The mail that carries a link of this kind. */
export function linkMail(purpose: LinkPurpose, name: string, publicUrl: string, token: string): MailText {
  return texts[purpose](name, `${publicUrl}${screens[purpose]}?token=${token}`);
}
