import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '../../../platform/session.ts';
import { loginResponse, openScreen, refusal, type TestResponses } from '../accounts.fixture.tsx';
import { LoginScreen } from '../login-screen.tsx';
import { installPasskeys, USED, USE_OPTIONS } from './passkeys.fixture.ts';

const LOGIN = 'POST /auth/login';
const SECOND = 'POST /auth/login/second-factor';

const needed = (methods: readonly string[]) => ({
  status: 401,
  body: {
    code: 'second_factor_needed',
    detail: 'One more step: please show that it is you.',
    challenge: 'the-challenge',
    methods,
  },
});

type Where = { methods?: string[]; as?: string };

/** Opens the login page and enters the password of an account with an authenticator app. */
async function openSecondStep(answers: TestResponses = {}, where: Where = {}) {
  const { methods = ['totp', 'recovery_code', 'passkey'], as } = where;
  const page = await openScreen({
    at: '/login',
    screen: LoginScreen,
    host: 'localhost',
    ...(as && { as }),
    answers: { [LOGIN]: needed(methods), 'POST /auth/passkey/options': { body: USE_OPTIONS }, ...answers },
  });
  await page.person.type(screen.getByLabelText('Username or e-mail'), 'asha');
  await page.person.type(screen.getByLabelText('Password'), 'long enough{Enter}');
  await screen.findByRole('heading', { name: 'One more step' });
  const sent = () =>
    page.seen.filter(({ method, path }) => `${method} ${path}` === SECOND).map(({ body }) => body);
  return { ...page, sent };
}

const codeField = () => screen.getByLabelText('Code from your authenticator app');

describe('ID-02: the second step of a login', () => {
  it('takes a code with the blanks that an app shows, and opens the rooms', async () => {
    const page = await openSecondStep({ [SECOND]: loginResponse('asha') });
    expect(codeField().getAttribute('inputmode')).toBe('numeric');
    expect(codeField().getAttribute('autocomplete')).toBe('one-time-code');
    await waitFor(() => expect(document.activeElement).toBe(codeField()));
    await page.person.paste(' 123 456 ');
    await page.person.keyboard('{Enter}');
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(session.current()?.username).toBe('asha');
    expect(page.sent()).toEqual([{ challenge: 'the-challenge', code: '123 456' }]);
  });

  it('says that a code is wrong, and keeps what was typed; nothing that can’t be a code is sent', async () => {
    const page = await openSecondStep({ [SECOND]: refusal(401, 'wrong_code', 'This code is not right') });
    await page.person.type(codeField(), '12345{Enter}');
    expect(await screen.findByText('Enter the 6 digits that your app shows.')).toBeTruthy();
    expect(page.sent()).toEqual([]);
    await page.person.type(codeField(), '6{Enter}');
    expect(await screen.findByText('This code is not right')).toBeTruthy();
    expect(codeField()).toMatchObject({ value: '123456' });
    await waitFor(() => expect(document.activeElement).toBe(codeField()));
  });

  it('its refusals end no session, such as that of a guest who logs in', async () => {
    const guest = '_guest-merry-otter';
    const page = await openSecondStep(
      { [SECOND]: refusal(401, 'wrong_code', 'This code is not right') },
      { as: guest },
    );
    await page.person.type(codeField(), '123456{Enter}');
    expect(await screen.findByText('This code is not right')).toBeTruthy();
    expect(session.current()?.username).toBe(guest);
    expect(page.seen.map(({ path }) => path)).toEqual(['/auth/login', '/auth/login/second-factor']);
  });

  it('takes a recovery code instead, and keeps both', async () => {
    const page = await openSecondStep({ [SECOND]: loginResponse('asha') });
    await page.person.type(codeField(), '123');
    await page.person.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'));
    await page.person.click(screen.getByRole('button', { name: 'Use the authenticator app instead' }));
    expect(codeField()).toMatchObject({ value: '123' });
    await page.person.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
    await page.person.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs-tuvw-xyz2{Enter}');
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(page.sent()).toEqual([{ challenge: 'the-challenge', code: 'abcd-efgh-jkmn-pqrs-tuvw-xyz2' }]);
  });

  it('takes a passkey instead; closing the dialog of the device changes nothing', async () => {
    const device = installPasskeys();
    const page = await openSecondStep({ [SECOND]: loginResponse('asha') });
    const button = screen.getByRole('button', { name: 'Use a passkey' });
    await page.person.click(button);
    (await device.call()).refuse();
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(page.sent()).toEqual([]);
    await page.person.click(button);
    (await device.call(2)).confirm();
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(page.sent()).toMatchObject([{ challenge: 'the-challenge', passkey: { id: USED.id } }]);
  });

  it('offers only what the account has', async () => {
    installPasskeys();
    await openSecondStep({}, { methods: ['totp'] });
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Use a recovery code instead' })).toBeNull();
  });

  it('leads back to the first step when it is over, with what was typed there', async () => {
    const page = await openSecondStep({ [SECOND]: refusal(401, 'challenge_gone', 'Please log in again') });
    await page.person.type(codeField(), '123456{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('That step is over. Please log in again; what you typed is still here.');
    expect(document.activeElement).toBe(alert);
    expect(screen.getByLabelText('Username or e-mail')).toMatchObject({ value: 'asha' });
    expect(screen.getByLabelText('Password')).toMatchObject({ value: 'long enough' });
    page.answer({ [LOGIN]: loginResponse('asha') });
    await page.person.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(page.address()).toBe('/v1'));
  });

  it('Back leads to the first step, without a complaint', async () => {
    const page = await openSecondStep();
    await page.person.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Password')).toMatchObject({ value: 'long enough' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Welcome back' }));
  });
});
