import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { session } from '../../../platform/session.ts';
import { toast } from '../../../ui/toast-store.ts';
import { Toasts } from '../../../ui/toasts.tsx';
import { factorsResponse, loginResponse, openScreen, type TestResponses } from '../accounts.fixture.tsx';
import { LoginScreen } from '../login-screen.tsx';
import { installPasskeys, NEW_OPTIONS, USED, USE_OPTIONS } from './passkeys.fixture.ts';

const FACTORS = 'GET /auth/factors';
const OFFER = 'Log in faster next time?';

const Page = () => (
  <>
    <LoginScreen />
    <Toasts />
  </>
);

/** Logs in on the login page with a password. */
async function logIn(username: string, answers: TestResponses = {}) {
  const page = await openScreen({
    at: '/login',
    screen: Page,
    screens: { '/v1': Toasts },
    host: 'localhost',
    answers: {
      'POST /auth/login': loginResponse(username),
      'POST /auth/passkey/options': { body: USE_OPTIONS },
      [FACTORS]: factorsResponse(),
      ...answers,
    },
  });
  await page.person.type(screen.getByLabelText('Username or e-mail'), username);
  await page.person.type(screen.getByLabelText('Password'), 'long enough{Enter}');
  await waitFor(() => expect(page.address()).toBe('/v1'));
  const isAsked = () => page.seen.some(({ path }) => path === '/auth/factors');
  return { ...page, isAsked };
}

const leave = () => {
  session.logOut();
  cleanup();
};

it('ID-01: after a login by password a passkey is offered, until it is dismissed for this account', async () => {
  installPasskeys();
  const { person } = await logIn('asha');
  await screen.findByText(OFFER);
  leave();
  expect(toast.current()).toEqual([]);
  await logIn('asha');
  await screen.findByText(OFFER);
  await person.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(OFFER)).toBeNull();
  leave();
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('asha');

  const { isAsked } = await logIn('asha');
  leave();
  await logIn('ravi');
  await screen.findByText(OFFER);
  expect(isAsked()).toBe(false);
});

it('ID-01: the offer adds a passkey with the name of the device', async () => {
  const device = installPasskeys();
  const { person, seen } = await logIn('asha', {
    'POST /auth/passkeys/options': { body: NEW_OPTIONS },
    'POST /auth/passkeys': { status: 201, body: { passkey: {} } },
  });
  await person.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  (await device.call()).confirm();
  await screen.findByText(/^Your passkey is added/);
  expect(seen.at(-1)?.body).toMatchObject({
    response: { id: USED.id },
    name: expect.stringMatching(/./),
  });
});

it('ID-01: nothing is offered to an account that has a passkey', async () => {
  installPasskeys();
  const { isAsked } = await logIn('asha', { [FACTORS]: factorsResponse({ passkeys: 1 }) });
  await waitFor(() => expect(isAsked()).toBe(true));
  expect(screen.queryByText(OFFER)).toBeNull();
});
