import { linkToken, registration, type AccountsFixture } from './accounts.fixture.ts';

/** Returns an address that no account has. */
export const freshEmail = (): string => registration().email.replace('@', '.new@');

/** Returns the newest mail to an address with this subject; empty without one. */
export async function mailTo(adda: AccountsFixture, address: string, subject: RegExp): Promise<string> {
  const mails = (await adda.mailsTo(address)).filter((mail) => subject.test(mail));
  return mails.at(-1) ?? '';
}

/** Asks for another address; returns it with the tokens of both mails. */
export async function askForEmail(
  adda: AccountsFixture,
  { email: old, token }: { readonly email: string; readonly token: string },
  email = freshEmail(),
) {
  const answer = await adda.client('POST /auth/email/change', { body: { email } }, { token });
  if (answer.status !== 200) throw new Error(answer.error.code);
  return {
    email,
    confirmToken: linkToken(await mailTo(adda, email, /confirm your new address/)),
    undoToken: linkToken(await mailTo(adda, old, /Another e-mail address/)),
  };
}
