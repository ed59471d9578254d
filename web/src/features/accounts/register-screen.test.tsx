import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '../../platform/session.ts';
import { badField, openScreen, refusal, loginResponse, type TestResponses } from './accounts.fixture.tsx';
import { installPasskeys, NEW_OPTIONS, USED } from './factors/passkeys.fixture.ts';
import { RegisterScreen } from './register-screen.tsx';

const REGISTER = 'POST /auth/register';

type Where = { at?: string; host?: 'localhost' };

async function openRegister(answers: TestResponses = {}, { at = '/register', host }: Where = {}) {
  const page = await openScreen({ at, screen: RegisterScreen, answers, ...(host && { host }) });
  const fillIn = async () => {
    const { person } = page;
    await person.type(screen.getByLabelText('Username'), 'asha');
    await person.type(screen.getByLabelText('E-mail'), 'asha@example.org');
    await person.type(screen.getByLabelText('Password'), 'tea at eleven');
    await person.type(screen.getByLabelText('Date of birth'), '1999-02-03');
    await person.selectOptions(screen.getByLabelText('Sex'), 'female');
    await person.selectOptions(screen.getByLabelText('Country'), 'India');
    await person.selectOptions(screen.getByLabelText('State or region'), 'Kerala');
  };
  const submit = () => page.person.click(screen.getByRole('button', { name: 'Create my account' }));
  return { ...page, fillIn, submit };
}

const expectInputKept = () => {
  expect(screen.getByLabelText('Username')).toMatchObject({ value: 'asha' });
  expect(screen.getByLabelText('E-mail')).toMatchObject({ value: 'asha@example.org' });
  expect(screen.getByLabelText('Password')).toMatchObject({ value: 'tea at eleven' });
  expect(screen.getByLabelText('Date of birth')).toMatchObject({ value: '1999-02-03' });
  expect(screen.getByLabelText('State or region')).toMatchObject({ value: 'Kerala' });
};

describe('registration', () => {
  it('SV-01: creates an account, logs in and opens the rooms', async () => {
    const page = await openRegister({ [REGISTER]: loginResponse('asha') });
    await page.fillIn();
    await page.submit();
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(session.current()?.username).toBe('asha');
    expect(page.seen[0]?.body).toEqual({
      username: 'asha',
      email: 'asha@example.org',
      password: 'tea at eleven',
      birth_date: '1999-02-03',
      sex: 'female',
      country: 'India',
      state: 'Kerala',
    });
  });

  it('SH-23: shows the invitation’s referral code and submits it', async () => {
    const page = await openRegister({ [REGISTER]: loginResponse('asha') }, { at: '/register?ref=k3m9x2pa' });
    expect(screen.getByLabelText('Referral code (optional)')).toMatchObject({ value: 'k3m9x2pa' });
    expect(screen.getByText('A friend invited you. Lovely!')).toBeTruthy();
    await page.fillIn();
    await page.submit();
    await waitFor(() => expect(page.seen[0]?.body).toMatchObject({ referral_code: 'k3m9x2pa' }));
  });

  it.each([
    ['username_taken', 'Username already taken', 'Username'],
    ['email_taken', 'Email already registered', 'E-mail'],
    ['invalid_referral_code', 'Invalid referral code', 'Referral code (optional)'],
  ])('SV-01: shows %s at its field and keeps the input', async (code, detail, label) => {
    const page = await openRegister({ [REGISTER]: refusal(400, code, detail) });
    await page.fillIn();
    await page.submit();
    expect(await screen.findByText(detail)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
    expectInputKept();
  });

  it('focuses the first invalid field in page order', async () => {
    const page = await openRegister();
    await page.submit();
    expect(await screen.findByText('Enter a valid e-mail address.')).toBeTruthy();
    expect(screen.getByText('Enter your date of birth.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
    expect(page.seen).toEqual([]);
  });

  it('shows a 422 error for a field that the form does not have', async () => {
    const page = await openRegister({ [REGISTER]: badField('colour', 'Choose a colour.') });
    await page.fillIn();
    await page.submit();
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a colour.');
    expectInputKept();
  });

  it('offers Try Again after a request without a response, and keeps the input', async () => {
    const page = await openRegister();
    await page.fillIn();
    await page.close();
    await page.submit();
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy();
    expectInputKept();
  });

  it('X-08: the birth date is limited to the ages 18 to 100', async () => {
    await openRegister();
    const today = new Date();
    const date = screen.getByLabelText('Date of birth');
    expect(date.getAttribute('max')?.slice(0, 4)).toBe(String(today.getUTCFullYear() - 18));
    expect(date.getAttribute('min') ?? '').toMatch(
      new RegExp(`^${today.getUTCFullYear() - 101}|^${today.getUTCFullYear() - 100}-01-01`),
    );
  });

  it('ID-06: shows the password’s length and strength during input', async () => {
    const page = await openRegister();
    const password = screen.getByLabelText('Password');
    await page.person.type(password, 'seven77');
    expect(screen.getByText('1 more character needed.')).toBeTruthy();
    await page.person.type(password, '8');
    expect(await screen.findByText('Easy to guess. A few unusual words make it strong.')).toBeTruthy();
    await page.person.type(password, 'a few more');
    expect(await screen.findByText(/^(Very strong|Strong)\.$/)).toBeTruthy();
  });

  it('ID-06: a password derived from the entered name is rated weak, and the server says why', async () => {
    const page = await openRegister();
    await page.person.type(screen.getByLabelText('Username'), 'zorvexlinth');
    await page.person.type(screen.getByLabelText('Password'), 'zorvexlinth');
    expect(await screen.findByText('Easy to guess. A few unusual words make it strong.')).toBeTruthy();
  });

  it('names its fields for password managers', async () => {
    await openRegister();
    const hints = ['Username', 'E-mail', 'Password', 'Date of birth'].map((label) =>
      screen.getByLabelText(label).getAttribute('autocomplete'),
    );
    expect(hints).toEqual(['username', 'email', 'new-password', 'bday']);
  });
});

describe('ID-01: registration with a passkey', () => {
  const toPasskey = { name: 'Use a passkey instead of a password' };
  const open = () =>
    openRegister(
      { 'POST /auth/register/options': { body: NEW_OPTIONS }, [REGISTER]: loginResponse('asha') },
      { host: 'localhost' },
    );

  it('needs no password, and asks the device once everything else is filled in', async () => {
    const device = installPasskeys();
    const page = await open();
    await page.person.click(screen.getByRole('button', toPasskey));
    expect(screen.queryByLabelText('Password')).toBeNull();
    await page.submit();
    expect(await screen.findByText('Enter your date of birth.')).toBeTruthy();
    expect(page.seen).toEqual([]);
    await page.person.click(screen.getByRole('button', { name: 'Use a password instead' }));
    await page.fillIn();
    await page.person.click(screen.getByRole('button', toPasskey));
    await page.submit();
    (await device.call()).confirm();
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(page.seen.map(({ body }) => body)).toMatchObject([
      { username: 'asha' },
      { username: 'asha', passkey: { response: { id: USED.id }, name: expect.stringMatching(/./) } },
    ]);
    expect(page.seen[1]?.body).not.toHaveProperty('password');
  });

  it('loses nothing when it is cancelled', async () => {
    const device = installPasskeys();
    const page = await open();
    await page.fillIn();
    await page.person.click(screen.getByRole('button', toPasskey));
    await page.submit();
    (await device.call()).refuse();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Create my account' }).getAttribute('aria-busy')).toBeNull(),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    await page.person.click(screen.getByRole('button', { name: 'Use a password instead' }));
    expectInputKept();
  });

  it('is not offered where there are no passkeys', async () => {
    await open();
    expect(screen.queryByRole('button', toPasskey)).toBeNull();
  });
});
