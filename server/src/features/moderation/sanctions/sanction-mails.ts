/** A mail without greeting and closing, which notifications adds. */
export type SanctionMail = { readonly subject: string; readonly text: string };

const timeOf = (until: Date): string => `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Mail to a suspended user: reason, end, and how to appeal. */
export function suspendedMail(
  publicUrl: string,
  { reason, until }: { reason: string; until: Date | null },
): SanctionMail {
  return {
    subject: 'Your Adda account is suspended',
    text: [
      until ? `your account is suspended until ${timeOf(until)}.` : 'your account is suspended for good.',
      '',
      'The reason:',
      '',
      reason,
      '',
      'If you think that this is wrong, ask us to look again. Somebody else',
      'than who made the decision will read what you write:',
      '',
      `${publicUrl}/suspended`,
    ].join('\n'),
  };
}

/** Mail to a reinstated user; `words` is the reason. */
export function reinstatedMail(publicUrl: string, words: string): SanctionMail {
  return {
    subject: 'You can use your Adda account again',
    text: [words, '', 'Log in here:', '', `${publicUrl}/login`].join('\n'),
  };
}

/** Mail for an appeal whose sanction is upheld. */
export function upheldMail(answer: string): SanctionMail {
  return {
    subject: 'We have looked at your appeal',
    text: ['somebody else has looked at it, and the decision stands.', '', answer].join('\n'),
  };
}
