import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkToken, startAccounts, type AccountsFixture } from './accounts.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

describe('e-mail confirmation', () => {
  const verify = (token: string) => adda.client('POST /auth/verify-email', { body: { token } });
  const resend = (token: string) => adda.client('POST /auth/verify-email/resend', {}, { token });

  it('SV-07: confirms the address; opening the link again succeeds and changes nothing', async () => {
    const confirmed: number[] = [];
    adda.accounts.onEmailVerified(async (_tx, userId) => void confirmed.push(userId));
    const { email, token } = await adda.register();
    const [mail] = await adda.mailsTo(email);
    expect((await verify(linkToken(mail))).status).toBe(200);
    expect((await verify(linkToken(mail))).status).toBe(200);
    const { userId } = await adda.accounts.authenticate(token);
    expect(confirmed).toEqual([userId]);
    expect((await adda.client('GET /users/me', {}, { token })).data.email_verified).toBe(true);
    expect((await resend(token)).error).toEqual({
      code: 'email_already_verified',
      detail: 'Email already verified',
    });
  });

  it('SV-07: refuses an unknown link and one older than three days', async () => {
    const { email } = await adda.register();
    const [mail] = await adda.mailsTo(email);
    adda.passSeconds(3 * 24 * 3600 + 1);
    for (const token of [linkToken(mail), 'made-up']) {
      expect((await verify(token)).error).toEqual({
        code: 'invalid_verification_link',
        detail: 'Invalid or expired verification link',
      });
    }
  });

  it('SV-08: sends the mail again, at most once a minute', async () => {
    const { email, token } = await adda.register();
    const refused = await resend(token);
    expect(refused.status).toBe(429);
    expect(refused.error.code).toBe('verification_mail_too_soon');
    expect(refused.error.retry_after).toBeGreaterThan(50);
    adda.passSeconds(61);
    expect((await resend(token)).status).toBe(200);
    expect((await resend(token)).status).toBe(429);
    const mails = await adda.mailsTo(email);
    expect(mails).toHaveLength(2);
    for (const mail of mails) expect((await verify(linkToken(mail))).status).toBe(200);
  });
});
