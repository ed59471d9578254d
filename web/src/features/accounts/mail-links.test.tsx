import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '../../platform/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { openScreen, refusal, type TestResponses } from './accounts.fixture.tsx';
import { ChangeEmailScreen } from './change-email-screen.tsx';
import { ForgotPasswordScreen } from './forgot-password-screen.tsx';
import { ResetPasswordScreen } from './reset-password-screen.tsx';
import { UndoEmailChangeScreen, UndoLoginScreen } from './undo-takeover-screen.tsx';
import { VerifyEmailScreen } from './verify-email-screen.tsx';

const done = { body: { message: 'ok' } };

describe('the verification link', () => {
  const VERIFY = 'POST /auth/verify-email';
  const RESEND = 'POST /auth/verify-email/resend';
  const openVerify = (answers: TestResponses, as?: string, at = '/verify-email?token=abc') =>
    openScreen({ at, screen: VerifyEmailScreen, answers, as });

  it('SV-07: confirms the address once and reports it', async () => {
    const page = await openVerify({ [VERIFY]: done });
    expect(await screen.findByText("That's you, confirmed")).toBeTruthy();
    expect(page.seen.map((request) => request.body)).toEqual([{ token: 'abc' }]);
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });

  it('SV-07: shows progress', async () => {
    await openVerify({ [VERIFY]: done });
    expect(screen.getByRole('status').textContent).toContain('One moment');
    await screen.findByText("That's you, confirmed");
  });

  it('SV-08: an expired link offers a new mail to a logged-in user', async () => {
    const dead = refusal(400, 'invalid_verification_link', 'Invalid or expired verification link');
    const page = await openVerify({ [VERIFY]: dead, [RESEND]: done }, 'asha');
    await page.person.click(await screen.findByRole('button', { name: 'Send the mail again' }));
    expect(await screen.findByText('A new mail is on its way.')).toBeTruthy();
    expect(page.seen.at(-1)?.path).toBe('/auth/verify-email/resend');
  });

  it('an expired link leads to the login otherwise; so does a link without a token', async () => {
    const page = await openVerify({}, undefined, '/verify-email');
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(page.seen).toEqual([]);
  });

  it('can be retried after a server error', async () => {
    const page = await openVerify({ [VERIFY]: refusal(503, 'draining', 'Adda is restarting.') });
    expect((await screen.findByRole('alert')).textContent).toBe('Adda is restarting.');
    page.answer({ [VERIFY]: done });
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText("That's you, confirmed")).toBeTruthy();
  });
});

describe('the links of a change of the e-mail address', () => {
  const CONFIRM = 'POST /auth/email/confirm';
  const UNDO = 'POST /auth/email/undo';
  const UNDO_LOGIN = 'POST /auth/login/undo';
  const SCREENS = {
    '/change-email': ChangeEmailScreen,
    '/undo-email-change': UndoEmailChangeScreen,
    '/undo-login': UndoLoginScreen,
  };
  const dead = refusal(400, 'invalid_verification_link', 'Invalid or expired verification link');
  const openLink = (at: keyof typeof SCREENS, answers: TestResponses) =>
    openScreen({ at: `${at}?token=abc`, path: at, screen: SCREENS[at], answers });

  it('ID-05: nothing is done before the press, then the address is that of the account', async () => {
    const page = await openLink('/change-email', { [CONFIRM]: done });
    const button = await screen.findByRole('button', { name: 'Use this address' });
    expect(page.seen).toEqual([]);
    await page.person.click(button);
    expect(await screen.findByText("That's your address now")).toBeTruthy();
    expect(page.seen[0]?.body).toEqual({ token: 'abc' });
  });

  it.each([
    ['/undo-email-change', UNDO, 'this address again'],
    ['/undo-login', UNDO_LOGIN, 'Everybody is logged out'],
  ] as const)('ID-05: ‘This was not me’ of %s leads to a new password', async (at, route, said) => {
    const page = await openLink(at, { [route]: { body: { message: 'ok', reset_token: 'xyz' } } });
    const button = await screen.findByRole('button', { name: 'This was not me' });
    expect(page.seen).toEqual([]);
    await page.person.click(button);
    await waitFor(() => expect(page.address()).toBe('/reset-password?token=xyz'));
    expect(page.seen[0]?.body).toEqual({ token: 'abc' });
    expect(toast.current()[0]?.text).toContain(said);
  });

  it.each([
    ['/change-email', CONFIRM, 'Use this address'],
    ['/undo-email-change', UNDO, 'This was not me'],
    ['/undo-login', UNDO_LOGIN, 'This was not me'],
  ] as const)(
    'ID-05: a link of %s that is over says so; after another error it can be tried again',
    async (at, route, name) => {
      const page = await openLink(at, { [route]: refusal(503, 'draining', 'Adda is restarting.') });
      await page.person.click(await screen.findByRole('button', { name }));
      expect((await screen.findByRole('alert')).textContent).toContain('Adda is restarting.');
      page.answer({ [route]: dead });
      await page.person.click(screen.getByRole('button', { name }));
      expect(await screen.findByText("This link doesn't work any more")).toBeTruthy();
    },
  );
});

describe('a forgotten password', () => {
  const FORGOT = 'POST /auth/password/forgot';
  const openForgot = (answers: TestResponses = {}) =>
    openScreen({ at: '/forgot-password', screen: ForgotPasswordScreen, answers });

  it('SV-09: shows the same response for every address, and a way back that keeps the input', async () => {
    const page = await openForgot({ [FORGOT]: done });
    await page.person.type(screen.getByLabelText('E-mail'), 'asha@example.org{Enter}');
    expect(
      await screen.findByText(/If asha@example.org belongs to an account, a link is on its way/),
    ).toBeTruthy();
    expect(page.seen[0]?.body).toEqual({ email: 'asha@example.org' });
    await page.person.click(screen.getByRole('button', { name: 'Nothing came? Try again' }));
    expect(screen.getByLabelText('E-mail')).toMatchObject({ value: 'asha@example.org' });
  });

  it('shows how long to wait, and keeps the address', async () => {
    const detail = 'Too many requests. Please try again in 59 seconds.';
    const page = await openForgot({ [FORGOT]: refusal(429, 'rate_limited', detail, 59) });
    await page.person.type(screen.getByLabelText('E-mail'), 'asha@example.org{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('59 seconds');
    expect(screen.getByLabelText('E-mail')).toMatchObject({ value: 'asha@example.org' });
  });

  it('requires an address before it sends the request', async () => {
    const page = await openForgot();
    await page.person.type(screen.getByLabelText('E-mail'), 'asha{Enter}');
    expect(await screen.findByText('Enter a valid e-mail address.')).toBeTruthy();
    expect(page.seen).toEqual([]);
  });
});

describe('the reset link', () => {
  const RESET = 'POST /auth/password/reset';
  const openReset = (answers: TestResponses = {}, at = '/reset-password?token=abc', as?: string) =>
    openScreen({ at, screen: ResetPasswordScreen, answers, as });
  const field = () => screen.getByLabelText('New password');

  it('SV-10: sets the password and leads to the login', async () => {
    const page = await openReset({ [RESET]: done });
    await page.person.type(field(), 'tea at eleven{Enter}');
    await waitFor(() => expect(page.address()).toBe('/login'));
    expect(page.seen[0]?.body).toEqual({ token: 'abc', new_password: 'tea at eleven' });
    expect(toast.current()[0]?.text).toBe('Your new password is set. Please log in.');
  });

  it('SV-10: also ends the session here, unless it is a guest’s', async () => {
    const page = await openReset({ [RESET]: done }, undefined, 'asha');
    await page.person.type(field(), 'tea at eleven{Enter}');
    await waitFor(() => expect(session.current()).toBeNull());
  });

  it('SV-10: keeps a guest’s session, the only access to their account', async () => {
    const page = await openReset({ [RESET]: done }, undefined, '_guest-merry-otter');
    await page.person.type(field(), 'tea at eleven{Enter}');
    await waitFor(() => expect(page.address()).toBe('/login'));
    expect(session.current()?.username).toBe('_guest-merry-otter');
  });

  it.each([
    ['already used', '/reset-password?token=abc'],
    ['without a token', '/reset-password'],
  ])('SV-10: a link that is %s leads to a new one', async (_case, at) => {
    const page = await openReset(
      { [RESET]: refusal(400, 'invalid_reset_link', 'Invalid or expired reset link') },
      at,
    );
    if (at.includes('token')) await page.person.type(field(), 'tea at eleven{Enter}');
    const link = await screen.findByRole('link', { name: 'Get a new link' });
    expect(link.getAttribute('href')).toBe('/forgot-password');
  });

  it('rejects a short password and keeps it in the field', async () => {
    const page = await openReset();
    await page.person.type(field(), 'short{Enter}');
    expect(await screen.findByText('Use at least 8 characters.')).toBeTruthy();
    expect(field()).toMatchObject({ value: 'short' });
    expect(page.seen).toEqual([]);
  });
});
