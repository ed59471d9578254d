import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '../../../platform/session.ts';
import { loginResponse, openScreen, refusal, type TestResponses } from '../accounts.fixture.tsx';
import { LoginScreen } from '../login-screen.tsx';
import { installPasskeys, USE_OPTIONS } from './passkeys.fixture.ts';

describe('ID-01: a login by passkey', () => {
  const openLogin = (answers: TestResponses = {}, { isOnAddress = false } = {}) =>
    openScreen({
      at: '/login',
      screen: LoginScreen,
      ...(!isOnAddress && { host: 'localhost' }),
      answers: {
        'POST /auth/passkey/options': { body: USE_OPTIONS },
        'POST /auth/passkey': loginResponse('asha'),
        ...answers,
      },
    });

  it('is complete by itself', async () => {
    const device = installPasskeys();
    const page = await openLogin();
    await page.person.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    const { options, confirm } = await device.call();
    expect(options.publicKey?.allowCredentials).toBeUndefined();
    confirm();
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(session.current()?.username).toBe('asha');
  });

  it('says kindly that a passkey is refused', async () => {
    const device = installPasskeys();
    const detail = 'This passkey can’t be used. Please try again.';
    const page = await openLogin({ 'POST /auth/passkey': refusal(401, 'passkey_refused', detail) });
    await page.person.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    (await device.call()).confirm();
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
    expect(session.current()).toBeNull();
  });

  it('is offered among the suggestions of the field, until the page is left; the button comes first', async () => {
    const device = installPasskeys({ hasSuggestions: true });
    const page = await openLogin();
    expect(screen.getByLabelText('Username or e-mail').getAttribute('autocomplete')).toBe(
      'username webauthn',
    );
    const suggested = await device.call();
    expect(suggested.options.mediation).toBe('conditional');
    await page.person.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    const asked = await device.call(2);
    expect(suggested.options.signal?.aborted).toBe(true);
    expect(asked.options.mediation).toBeUndefined();
    asked.refuse();
    const again = await device.call(3);
    expect(again.options.mediation).toBe('conditional');
    await page.person.click(screen.getByRole('link', { name: 'Create an account' }));
    await waitFor(() => expect(again.options.signal?.aborted).toBe(true));
    expect(page.address()).toBe('/register');
  });

  it('a chosen suggestion logs in', async () => {
    const device = installPasskeys({ hasSuggestions: true });
    const page = await openLogin();
    (await device.call()).confirm();
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(session.current()?.username).toBe('asha');
  });

  it('is not offered by a browser without passkeys', async () => {
    await openLogin();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
    expect(screen.getByLabelText('Username or e-mail').getAttribute('autocomplete')).toBe('username');
  });

  it('is not offered on an IP address', async () => {
    installPasskeys();
    await openLogin({}, { isOnAddress: true });
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
    expect(screen.getByLabelText('Username or e-mail').getAttribute('autocomplete')).toBe('username');
  });
});
