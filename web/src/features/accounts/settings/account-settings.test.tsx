import type { DataExport } from '@adda/contract/privacy';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '../../../platform/session.ts';
import { toast } from '../../../ui/toast-store.ts';
import { factorsResponse, openScreen, refusal, type TestResponses } from '../accounts.fixture.tsx';
import { AccountSection } from './account-section.tsx';
import { SecuritySection } from './security-section.tsx';

const ME = 'GET /users/me';
const RESEND = 'POST /auth/verify-email/resend';
const SESSIONS = 'GET /auth/sessions';
const CHANGE = 'POST /auth/password/change';
const DELETE = 'DELETE /users/me';
const EXPORT = 'GET /users/me/export';

const device = (id: string, name: string, isCurrent = false) => ({
  session_id: id,
  device: name,
  country: null as string | null,
  created_at: '2026-01-02T03:04:05.678Z',
  last_used_at: '2026-01-03T03:04:05.678Z',
  is_current: isCurrent,
});
const laptop = device('a', 'Firefox on Linux', true);
const phone = device('b', 'Chrome on Android');
const devices = (...list: unknown[]) => ({ body: { sessions: list } });

const me = { username: 'asha', email: 'asha@example.org', wanted_email: null, email_verified: false };

/** Both sections, one below the other. */
const Sections = () => (
  <>
    <AccountSection />
    <SecuritySection />
  </>
);

const openSecurity = (answers: TestResponses = {}, as = 'asha') =>
  openScreen({
    at: '/v1/settings/account',
    path: '/v1/settings/{-$section}',
    screen: Sections,
    as,
    answers: {
      [ME]: { body: me },
      [SESSIONS]: devices(laptop, phone),
      [EXPORT]: { body: { export: null } },
      'GET /auth/factors': factorsResponse(),
      'GET /auth/passkeys': { body: { passkeys: [] } },
      ...answers,
    },
  });

const openDialog = () =>
  within(
    screen.getAllByRole('dialog', { hidden: true }).find((box) => box.hasAttribute('open')) ?? document.body,
  );

describe('another e-mail address', () => {
  const EMAIL = 'POST /auth/email/change';
  const ask = async (page: Awaited<ReturnType<typeof openSecurity>>, email: string) => {
    await page.person.click(await screen.findByRole('button', { name: 'Change address' }));
    await page.person.type(screen.getByLabelText('New e-mail address'), `${email}{Enter}`);
  };

  it('ID-05: is asked for, and what waits for its confirmation is said', async () => {
    const page = await openSecurity({ [EMAIL]: { body: { message: 'ok' } } });
    await page.person.click(await screen.findByRole('button', { name: 'Change address' }));
    page.answer({ [ME]: { body: { ...me, wanted_email: 'new@example.org' } } });
    await page.person.type(screen.getByLabelText('New e-mail address'), 'new@example.org{Enter}');
    expect((await screen.findByText(/We sent a link to/)).textContent).toContain('new@example.org');
    const sent = page.seen.find(({ path }) => path === '/auth/email/change');
    expect(sent?.body).toEqual({ email: 'new@example.org' });
    expect(screen.queryByLabelText('New e-mail address')).toBeNull();
    expect(screen.getByRole('button', { name: 'Another address, or send it again' })).toBeTruthy();
  });

  it('ID-05: an error is at the field, and what was typed stays', async () => {
    const page = await openSecurity({
      [EMAIL]: refusal(400, 'email_unchanged', 'This is your e-mail address already.'),
    });
    await ask(page, 'asha@example.org');
    expect(await screen.findByText('This is your e-mail address already.')).toBeTruthy();
    expect(screen.getByLabelText('New e-mail address')).toMatchObject({ value: 'asha@example.org' });
  });
});

describe('the e-mail address', () => {
  it('SV-08: sends a new mail, then counts down until the next is possible', async () => {
    const page = await openSecurity({ [RESEND]: { body: { message: 'ok' } } });
    await page.person.click(await screen.findByRole('button', { name: 'Send the mail again' }));
    expect(await screen.findByText('A new mail is on its way.')).toBeTruthy();
    const button = screen.getByRole('button', { name: /^Send again in \d+ s$/ });
    expect(button).toMatchObject({ disabled: true });
  });

  it('SV-08: shows the seconds of a 429 and disables the button until then', async () => {
    const detail = 'We just sent you a mail. Please try again in 41 seconds.';
    const page = await openSecurity({
      [RESEND]: refusal(429, 'verification_mail_too_soon', detail, 41),
    });
    await page.person.click(await screen.findByRole('button', { name: 'Send the mail again' }));
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
    expect(screen.getByRole('button', { name: /^Send again in (41|40) s$/ })).toMatchObject({
      disabled: true,
    });
  });

  it('HM-08: nothing is below it before its height is known', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await openSecurity({ [ME]: { body: me, until: promise } });
    expect(await screen.findByRole('heading', { name: 'Your devices' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Your data' })).toBeNull();
    resolve();
    expect(await screen.findByRole('heading', { name: 'E-mail' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Your data' })).toBeTruthy();
  });

  it('SV-07: is shown as confirmed, also after a confirmation on another device', async () => {
    const page = await openSecurity({
      [RESEND]: refusal(400, 'email_already_verified', 'Email already verified'),
    });
    const button = await screen.findByRole('button', { name: 'Send the mail again' });
    page.answer({ [ME]: { body: { ...me, email_verified: true } } });
    await page.person.click(button);
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send the mail again' })).toBeNull();
  });
});

describe('the devices', () => {
  it('ID-05: say from which country they logged in, where that is known, and when', async () => {
    await openSecurity({ [SESSIONS]: devices(laptop, { ...phone, country: 'DE' }) });
    const row = (await screen.findByText(/Chrome on Android, Germany/)).closest('li');
    expect(row?.textContent).toMatch(/Logged in .*, last used /);
    expect((await screen.findByText('This device')).closest('li')?.textContent).toContain('Firefox on Linux');
  });

  it('name the current one; another one is logged out after a confirmation', async () => {
    const page = await openSecurity({ 'DELETE /auth/sessions/b': { body: { message: 'ok' } } });
    const row = (await screen.findByText('This device')).closest('li');
    expect(row?.textContent).toContain('Firefox on Linux');
    expect(row?.querySelector('button')).toBeNull();
    await page.person.click(screen.getByRole('button', { name: 'Log out Chrome on Android' }));
    expect(page.seen.some((request) => request.method === 'DELETE')).toBe(false);
    page.answer({ [SESSIONS]: devices(laptop) });
    await page.person.click(openDialog().getByRole('button', { name: 'Log it out' }));
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    expect(screen.getByText('Nobody else is logged in as you.')).toBeTruthy();
  });

  it('all others are logged out together', async () => {
    const page = await openSecurity({
      'DELETE /auth/sessions': { body: { message: 'ok', revoked_count: 1 } },
    });
    await page.person.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    expect(openDialog().getByText(/^1 other device will/)).toBeTruthy();
    page.answer({ [SESSIONS]: devices(laptop) });
    await page.person.click(openDialog().getByRole('button', { name: 'Log them out' }));
    expect(await screen.findByText('Nobody else is logged in as you.')).toBeTruthy();
  });

  it('a failure keeps the confirmation open and shows the reason', async () => {
    const page = await openSecurity({
      'DELETE /auth/sessions/b': refusal(503, 'draining', 'Adda is restarting.'),
    });
    await page.person.click(await screen.findByRole('button', { name: 'Log out Chrome on Android' }));
    await page.person.click(openDialog().getByRole('button', { name: 'Log it out' }));
    expect(await openDialog().findByText('Adda is restarting.')).toBeTruthy();
  });

  it('can be retried if they failed to load', async () => {
    const page = await openSecurity({
      [SESSIONS]: refusal(500, 'internal', 'Something went wrong on our side.'),
    });
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy();
    page.answer({ [SESSIONS]: devices(laptop) });
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Firefox on Linux')).toBeTruthy();
  });
});

describe('the password', () => {
  const fillIn = async (page: Awaited<ReturnType<typeof openSecurity>>) => {
    await page.person.type(await screen.findByLabelText('Current password'), 'old password');
    await page.person.type(screen.getByLabelText('New password'), 'tea at eleven{Enter}');
  };

  it('SV-11: is changed; the session goes on and the fields are cleared', async () => {
    const page = await openSecurity({ [CHANGE]: { body: { token_type: 'bearer', expires_in: 7200 } } });
    await fillIn(page);
    await waitFor(() => expect(session.current()?.expiresAt).toBeGreaterThan(Date.now() + 7_000_000));
    expect(session.current()?.username).toBe('asha');
    await waitFor(() => expect(screen.getByLabelText('New password')).toMatchObject({ value: '' }));
    expect(screen.getByLabelText('Current password')).toMatchObject({ value: '' });
    expect(toast.current()[0]?.text).toContain('Your password is changed.');
  });

  it('SV-11: a wrong password is reported at its field, and the input is kept', async () => {
    const page = await openSecurity({
      [CHANGE]: refusal(400, 'wrong_password', 'Current password is wrong'),
    });
    await fillIn(page);
    expect(await screen.findByText('Current password is wrong')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')));
    expect(screen.getByLabelText('New password')).toMatchObject({ value: 'tea at eleven' });
  });
});

describe('account deletion', () => {
  const openDelete = async (answers: TestResponses) => {
    const page = await openSecurity(answers);
    await page.person.click(await screen.findByRole('button', { name: 'Delete account…' }));
    const submit = () => page.person.click(openDialog().getByRole('button', { name: 'Delete my account' }));
    return { ...page, submit };
  };
  const deletions = (seen: { method: string; path: string }[]) =>
    seen.filter((request) => `${request.method} ${request.path}` === DELETE);

  it('SV-13: requires the password and a confirmation', async () => {
    const page = await openDelete({ [DELETE]: { body: { message: 'ok' } } });
    await page.submit();
    expect(await screen.findByText('Enter your password.')).toBeTruthy();
    await page.person.type(openDialog().getByLabelText('Password'), 'tea at eleven');
    await page.submit();
    expect(await screen.findByText('Please confirm that you mean it.')).toBeTruthy();
    expect(deletions(page.seen)).toEqual([]);
    await page.person.click(openDialog().getByRole('checkbox', { name: /can't be undone/ }));
    await page.submit();
    await waitFor(() => expect(session.current()).toBeNull());
    expect(deletions(page.seen)).toMatchObject([
      { body: { password: 'tea at eleven', remove_content: false } },
    ]);
  });

  it('SV-13, SV-104: also deletes all content if requested', async () => {
    const page = await openDelete({ [DELETE]: { body: { message: 'ok' } } });
    await page.person.click(openDialog().getByRole('checkbox', { name: 'Also remove everything I wrote' }));
    await page.person.type(openDialog().getByLabelText('Password'), 'tea at eleven');
    await page.person.click(openDialog().getByRole('checkbox', { name: /can't be undone/ }));
    await page.submit();
    await waitFor(() => expect(session.current()).toBeNull());
    expect(deletions(page.seen)).toMatchObject([{ body: { remove_content: true } }]);
  });

  it('SV-13: a wrong password deletes nothing', async () => {
    const page = await openDelete({ [DELETE]: refusal(400, 'wrong_password', 'Current password is wrong') });
    await page.person.type(openDialog().getByLabelText('Password'), 'wrong');
    await page.person.click(openDialog().getByRole('checkbox', { name: /can't be undone/ }));
    await page.submit();
    expect(await screen.findByText('Current password is wrong')).toBeTruthy();
    expect(session.current()?.username).toBe('asha');
  });
});

describe('the data export', () => {
  const ASK = 'POST /users/me/export';
  const copyOf = (overrides: Partial<DataExport> = {}) => ({
    export: {
      export_id: 'a'.repeat(24),
      status: 'pending' as const,
      progress: 0,
      created_at: new Date().toISOString(),
      ready_at: null,
      expires_at: null,
      bytes: null,
      url: null,
      ...overrides,
    },
  });

  it('SV-104: is requested, shows its progress, and is offered with its size', async () => {
    const page = await openSecurity({ [ASK]: { body: { message: 'ok', ...copyOf({ progress: 0.4 }) } } });
    const ask = await screen.findByRole('button', { name: 'Ask for a copy' });
    page.answer({ [EXPORT]: { body: copyOf({ progress: 0.6 }) } });
    await page.person.click(ask);
    expect(await screen.findByText(/We're putting it together: 40 %/)).toBeTruthy();
    page.answer({
      [EXPORT]: {
        body: copyOf({ status: 'ready', progress: 1, bytes: 2_340_000, url: '/exports/a?signature=s' }),
      },
    });
    void page.client.invalidateQueries();
    const link = await screen.findByRole('link', { name: 'Download your copy (2.3 MB)' });
    expect(link.getAttribute('href')).toBe('/exports/a?signature=s');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ask for a new copy' }).disabled).toBe(true);
    expect(screen.getByText(/You can ask again from/)).toBeTruthy();
  });

  it('SV-104: a failed one may be requested again immediately, and a refusal shows its reason', async () => {
    const page = await openSecurity({
      [EXPORT]: { body: copyOf({ status: 'failed' }) },
      [ASK]: refusal(429, 'export_too_soon', 'You can ask for a copy once a day.'),
    });
    await page.person.click(await screen.findByRole('button', { name: 'Ask for a new copy' }));
    expect(await screen.findByText('You can ask for a copy once a day.')).toBeTruthy();
  });
});

describe('a guest', () => {
  it('AU-31: is offered an upgrade, and has neither a password nor an account to delete', async () => {
    await openSecurity({}, '_guest-merry-otter');
    expect(screen.getByRole('link', { name: 'Generate a permanent account' }).getAttribute('href')).toBe(
      '/upgrade',
    );
    expect(await screen.findByText('Firefox on Linux')).toBeTruthy();
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete account…' })).toBeNull();
  });
});
