import type { LinkPurpose } from './mail-links.repository.ts';

/** A plain text mail. ASCII and short lines, so that text and link stay readable in the raw mail. */
export type MailText = { readonly subject: string; readonly text: string };

/**
 * What a mail says beside its link. `login`: the device and country of a login and when it was, ISO. `isTaken`: the address belongs to
 * another account, so the mail has no link.
 */
export type LinkAbout = {
  readonly login?: { readonly place: string; readonly at: string };
  readonly isTaken?: true;
};

type Letter = { readonly subject: string; readonly lines: readonly string[]; readonly farewell?: string };

const UNDO_LINES = [
  'It works once, for seven days, and asks before it does anything. It gives',
  'your account this address back, logs everybody out, removes passkeys and',
  'authenticator apps that were added since, and you choose a new password.',
] as const;

function loginLines({ login }: LinkAbout): readonly string[] {
  if (!login) return [];
  return ['', login.place, `${login.at.slice(0, 10)}, ${login.at.slice(11, 16)} UTC`];
}

const letters: Record<LinkPurpose, (url: string, about: LinkAbout) => Letter> = {
  verify_email: (url) => ({
    subject: 'Welcome to Adda - please confirm your address',
    lines: [
      'good to have you here! Please confirm your e-mail address here:',
      '',
      url,
      '',
      'It works for three days. If you did not sign up, just ignore this mail.',
    ],
    farewell: 'See you inside,',
  }),
  reset_password: (url) => ({
    subject: 'Set a new password for Adda',
    lines: [
      'someone - hopefully you - asked for a new password. Choose one here:',
      '',
      url,
      '',
      'It works once, for one hour. If it was not you, just ignore this mail:',
      'your password stays as it is.',
    ],
  }),
  change_email: (url) => ({
    subject: 'Please confirm your new address for Adda',
    lines: [
      'you asked to use this e-mail address for your Adda account. Confirm it here:',
      '',
      url,
      '',
      'It works once, for three days. If you did not ask, just ignore this mail:',
      'nothing changes.',
    ],
    farewell: 'See you inside,',
  }),
  undo_email_change: (url) => ({
    subject: 'Another e-mail address for your Adda account',
    lines: [
      'somebody - hopefully you - asked for another e-mail address for your Adda',
      'account. If that was you, all is well.',
      '',
      'This was not me:',
      '',
      url,
      '',
      ...UNDO_LINES,
    ],
  }),
  undo_login: (url, about) => ({
    subject: 'A new login to your Adda account',
    lines: [
      'somebody logged in to your account on a device or in a country that is new:',
      ...loginLines(about),
      '',
      'If that was you, all is well.',
      '',
      'This was not me:',
      '',
      url,
      '',
      ...UNDO_LINES,
    ],
  }),
};

/** To the owner of an address that somebody entered as the new one of another account (ID-05). */
const addressTaken = (publicUrl: string): Letter => ({
  subject: 'Somebody asked for your e-mail address on Adda',
  lines: [
    'somebody asked to use this e-mail address for another Adda account. It is',
    'yours already, so nothing was changed and there is nothing to do.',
    '',
    'If that was you and you forgot your password, choose a new one here:',
    '',
    `${publicUrl}/forgot-password`,
  ],
});

/** Paths of the web app that the links open. */
const screens: Record<LinkPurpose, string> = {
  verify_email: '/verify-email',
  reset_password: '/reset-password',
  change_email: '/change-email',
  undo_email_change: '/undo-email-change',
  undo_login: '/undo-login',
};

const mailOf = (greeting: string, { subject, lines, farewell = 'Take care,' }: Letter): MailText => ({
  subject,
  text: [`${greeting},`, '', ...lines, '', farewell, 'Adda', ''].join('\n'),
});

type LinkMail = {
  readonly purpose: LinkPurpose;
  /** The username of the account. */
  readonly name: string;
  readonly publicUrl: string;
  readonly token: string;
  readonly about?: LinkAbout | undefined;
};

/** Returns the mail that contains a link of this purpose. */
export function linkMail({ purpose, name, publicUrl, token, about = {} }: LinkMail): MailText {
  // Whose account asked is nobody else's business.
  if (about.isTaken) return mailOf('Hi', addressTaken(publicUrl));
  return mailOf(`Hi ${name}`, letters[purpose](`${publicUrl}${screens[purpose]}?token=${token}`, about));
}
