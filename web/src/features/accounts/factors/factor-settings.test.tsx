import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { toast } from '../../../ui/toast-store.ts';
import { factorsResponse, openScreen, refusal, type TestResponses } from '../accounts.fixture.tsx';
import { SecuritySection } from '../settings/security-section.tsx';
import { installPasskeys, NEW_OPTIONS, USED } from './passkeys.fixture.ts';

const FACTORS = 'GET /auth/factors';
const PASSKEYS = 'GET /auth/passkeys';
const ADD = 'POST /auth/passkeys';
const REMOVE = 'DELETE /auth/passkeys/p1';

const key = (passkey_id: string, name: string, last_used_at: string | null = null) => ({
  passkey_id,
  name,
  created_at: '2026-01-02T03:04:05.678Z',
  last_used_at,
});
const listed = (...passkeys: unknown[]) => ({ body: { passkeys } });
const phone = key('p1', 'Asha’s phone', '2026-01-03T03:04:05.678Z');

async function open(answers: TestResponses = {}, { isOnAddress = false } = {}) {
  const page = await openScreen({
    at: '/v1/settings/security',
    path: '/v1/settings/{-$section}',
    as: 'asha',
    screen: SecuritySection,
    ...(!isOnAddress && { host: 'localhost' }),
    answers: {
      'GET /auth/sessions': { body: { sessions: [] } },
      [FACTORS]: factorsResponse(),
      [PASSKEYS]: listed(),
      'POST /auth/passkeys/options': { body: NEW_OPTIONS },
      ...answers,
    },
  });
  const sent = (call: string) =>
    page.seen.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  return { ...page, sent };
}

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('ID-01: passkeys in the settings', () => {
  it('lists them with their name and when they were added and used', async () => {
    installPasskeys();
    await open({
      [PASSKEYS]: listed(phone, key('p2', 'Old key')),
      [FACTORS]: factorsResponse({ passkeys: 2 }),
    });
    const rows = await (await card('Passkeys')).findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Asha’s phoneAdded .* · last used .*Remove$/),
      expect.stringMatching(/^Old keyAdded .* · not used yetRemove$/),
    ]);
  });

  it('adds one with the name that the device suggests; a closed dialog of the device is no failure', async () => {
    const device = installPasskeys();
    const page = await open({ [ADD]: { status: 201, body: { passkey: phone } } });
    expect(await (await card('Passkeys')).findByText('You have none yet.')).toBeTruthy();
    await page.person.click(screen.getByRole('button', { name: 'Add a passkey' }));
    const form = await dialog('Add a passkey');
    const name = form.getByLabelText('Name of the passkey');
    expect(name).not.toMatchObject({ value: '' });
    await page.person.clear(name);
    await page.person.type(name, 'Asha’s phone{Enter}');
    (await device.call()).refuse();
    await waitFor(() =>
      expect(form.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBeNull(),
    );
    expect(form.queryByRole('alert')).toBeNull();
    expect(name).toMatchObject({ value: 'Asha’s phone' });
    page.answer({ [PASSKEYS]: listed(phone), [FACTORS]: factorsResponse({ passkeys: 1 }) });
    await page.person.type(name, '{Enter}');
    (await device.call(2)).confirm();
    expect(await (await card('Passkeys')).findByText('Asha’s phone')).toBeTruthy();
    expect(page.sent(ADD)).toMatchObject([{ name: 'Asha’s phone', response: { id: USED.id } }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toast.current()[0]?.text).toContain('Your passkey is added.');
  });

  it('says that this device has one already', async () => {
    const device = installPasskeys();
    const page = await open();
    await page.person.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    const form = await dialog('Add a passkey');
    await page.person.click(form.getByRole('button', { name: 'Continue' }));
    (await device.call()).refuse('InvalidStateError');
    expect((await form.findByRole('alert')).textContent).toBe('This device already has a passkey of yours.');
  });

  it('asks before one is removed', async () => {
    installPasskeys();
    const page = await open({
      [PASSKEYS]: listed(phone),
      [FACTORS]: factorsResponse({ passkeys: 1 }),
      [REMOVE]: { body: { message: 'ok' } },
    });
    await page.person.click(await screen.findByRole('button', { name: 'Remove Asha’s phone' }));
    const question = await dialog('Remove this passkey?');
    expect(page.sent(REMOVE)).toEqual([]);
    page.answer({ [PASSKEYS]: listed(), [FACTORS]: factorsResponse() });
    await page.person.click(question.getByRole('button', { name: 'Remove it' }));
    expect(await (await card('Passkeys')).findByText('You have none yet.')).toBeTruthy();
    expect(page.sent(REMOVE)).toHaveLength(1);
  });

  it('the only way in stays, and says why', async () => {
    installPasskeys();
    await open({
      [PASSKEYS]: listed(phone),
      [FACTORS]: factorsResponse({ passkeys: 1, password: false }),
    });
    expect(await screen.findByText(/^This is your only way in/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('are not added by a browser that has none, and the page says so', async () => {
    await open();
    expect(await screen.findByText(/^This browser has no passkeys/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('are not added on an IP address', async () => {
    installPasskeys();
    await open({}, { isOnAddress: true });
    expect(await screen.findByText(/the address of this page is a number/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('that could not be loaded are loaded again', async () => {
    installPasskeys();
    const page = await open({ [PASSKEYS]: refusal(500, 'internal', 'Sorry') });
    const passkeys = await card('Passkeys');
    await passkeys.findByText("This didn't load");
    page.answer({ [PASSKEYS]: listed(phone), [FACTORS]: factorsResponse({ passkeys: 1 }) });
    await page.person.click(passkeys.getByRole('button', { name: 'Try Again' }));
    expect(await passkeys.findByText('Asha’s phone')).toBeTruthy();
  });
});

describe('ID-01: the password of an account that has only passkeys', () => {
  it('is set without a present one', async () => {
    const page = await open({
      [FACTORS]: factorsResponse({ passkeys: 1, password: false }),
      [PASSKEYS]: listed(phone),
      'POST /auth/password/change': refusal(422, 'password_weak', [
        { loc: ['body', 'new_password'], msg: 'Too easy.', type: 'password_weak' },
      ]),
    });
    const field = await screen.findByLabelText('New password');
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await page.person.type(field, 'tea at eleven');
    await page.person.click(screen.getByRole('button', { name: 'Set a password' }));
    expect(await screen.findByText('Too easy.')).toBeTruthy();
    expect(page.sent('POST /auth/password/change')).toEqual([{ new_password: 'tea at eleven' }]);
  });
});

const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-pqrs-tuvw-xyz${index}`);

describe('ID-02: the authenticator app in the settings', () => {
  const SET_UP = {
    body: {
      secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
      otpauth_url: 'otpauth://totp/Adda:asha?secret=ABCD',
      qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    },
  };
  const CONFIRM = 'POST /auth/totp/confirm';

  it('shows the key as a picture and as text, is confirmed by a code, and shows the recovery codes once', async () => {
    const page = await open({
      'POST /auth/totp': SET_UP,
      [CONFIRM]: refusal(400, 'wrong_code', 'This code is not right'),
    });
    await page.person.click(await screen.findByRole('button', { name: 'Set it up' }));
    const form = await dialog('Set up an authenticator app');
    const picture = form.getByRole('img', { name: 'QR code for your authenticator app' });
    expect(picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    expect(form.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy();
    await page.person.click(form.getByRole('button', { name: 'Copy the key' }));
    expect(await navigator.clipboard.readText()).toBe(SET_UP.body.secret);
    const code = form.getByLabelText('Code from your authenticator app');
    await page.person.type(code, '123 456{Enter}');
    expect(await form.findByText('This code is not right')).toBeTruthy();
    expect(code).toMatchObject({ value: '123 456' });
    page.answer({
      [CONFIRM]: { body: { recovery_codes: codes } },
      [FACTORS]: factorsResponse({ totp: true, recovery_codes_left: 10 }),
    });
    await page.person.type(code, '{Enter}');
    const shown = await dialog('Your recovery codes');
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
    await page.person.click(shown.getByRole('button', { name: 'Copy them' }));
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
    await page.person.click(shown.getByRole('button', { name: 'Close' }));
    expect(await shown.findByRole('alert')).toBeTruthy();
    await page.person.click(shown.getByRole('button', { name: 'I have kept them' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('10 recovery codes are left.')).toBeTruthy();
  });

  it('makes new codes, and is turned off, each after a question', async () => {
    const page = await open({
      [FACTORS]: factorsResponse({ totp: true, recovery_codes_left: 1 }),
      'POST /auth/totp/recovery-codes': { body: { recovery_codes: codes } },
      'DELETE /auth/totp': { body: { message: 'ok' } },
    });
    expect(await screen.findByText('1 recovery code is left.')).toBeTruthy();
    await page.person.click(screen.getByRole('button', { name: 'New recovery codes' }));
    await page.person.click(
      (await dialog('Make new recovery codes?')).getByRole('button', { name: 'Make new ones' }),
    );
    const shown = await dialog('Your recovery codes');
    await page.person.click(shown.getByRole('button', { name: 'I have kept them' }));
    await page.person.click(screen.getByRole('button', { name: 'Turn off the authenticator app' }));
    const question = await dialog('Turn off the authenticator app?');
    expect(page.sent('DELETE /auth/totp')).toEqual([]);
    page.answer({ [FACTORS]: factorsResponse() });
    await page.person.click(question.getByRole('button', { name: 'Turn it off' }));
    expect(await screen.findByRole('button', { name: 'Set it up' })).toBeTruthy();
  });

  it('says when no recovery code is left', async () => {
    await open({ [FACTORS]: factorsResponse({ totp: true }) });
    expect(await screen.findByText(/^You have no recovery code left/)).toBeTruthy();
  });
});
