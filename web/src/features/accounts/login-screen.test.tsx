import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { session } from '../../platform/session.ts';
import { suspendedProof } from '../../platform/suspended-proof.ts';
import { badField, openScreen, refusal, loginResponse, type TestResponses } from './accounts.fixture.tsx';
import { LoginScreen } from './login-screen.tsx';

const LOGIN = 'POST /auth/login';

const openLogin = (answers: TestResponses = {}) => openScreen({ at: '/login', screen: LoginScreen, answers });
type Person = Awaited<ReturnType<typeof openLogin>>['person'];

const nameField = () => screen.getByLabelText('Username or e-mail');
const passwordField = () => screen.getByLabelText('Password');

async function fillIn(person: Person) {
  await person.type(nameField(), 'asha@example.org');
  await person.type(passwordField(), 'long enough');
}

describe('the login page', () => {
  it('SV-02: logs in with Enter, stores the session and opens the rooms', async () => {
    const page = await openLogin({ [LOGIN]: loginResponse('asha') });
    await fillIn(page.person);
    await page.person.keyboard('{Enter}');
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(session.current()?.username).toBe('asha');
    expect(page.seen.map((request) => request.body)).toEqual([
      { username: 'asha@example.org', password: 'long enough' },
    ]);
  });

  it('SV-50: the right password of a suspended account leads to the reason, and is stored nowhere', async () => {
    const page = await openLogin({ [LOGIN]: refusal(403, 'account_suspended', 'Account suspended') });
    await fillIn(page.person);
    await page.person.keyboard('{Enter}');
    await waitFor(() => expect(page.address()).toBe('/suspended'));
    expect(suspendedProof.current()).toEqual({ username: 'asha@example.org', password: 'long enough' });
    const stored = JSON.stringify([Object.values(localStorage), Object.values(sessionStorage)]);
    expect(stored).not.toContain('long enough');
    suspendedProof.forget();
  });

  it('reports missing fields without a request, and focuses the first of them', async () => {
    const page = await openLogin();
    await page.person.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Enter your username or e-mail address.')).toBeTruthy();
    expect(screen.getByText('Enter your password.')).toBeTruthy();
    expect(document.activeElement).toBe(nameField());
    expect(page.seen).toEqual([]);
    await page.person.type(nameField(), 'a');
    expect(screen.queryByText('Enter your username or e-mail address.')).toBeNull();
    expect(screen.getByText('Enter your password.')).toBeTruthy();
  });

  it('keeps the input when the password is wrong, and reads out the error', async () => {
    const page = await openLogin({
      [LOGIN]: refusal(401, 'invalid_credentials', 'Invalid username or password'),
    });
    await fillIn(page.person);
    await page.person.keyboard('{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Invalid username or password');
    await waitFor(() => expect(document.activeElement).toBe(alert));
    expect(nameField()).toMatchObject({ value: 'asha@example.org' });
    expect(passwordField()).toMatchObject({ value: 'long enough' });
    expect(session.current()).toBeNull();
  });

  it('shows the error of a 422 at its field and focuses it', async () => {
    const page = await openLogin({ [LOGIN]: badField('password', 'Too long.') });
    await fillIn(page.person);
    await page.person.keyboard('{Enter}');
    expect(await screen.findByText('Too long.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(passwordField()));
    expect(passwordField().getAttribute('aria-invalid')).toBe('true');
    expect(nameField().hasAttribute('aria-invalid')).toBe(false);
  });

  it('R-19: shows how many seconds to wait after too many attempts', async () => {
    const detail = 'Too many attempts. Please try again in 42 seconds.';
    const page = await openLogin({ [LOGIN]: refusal(429, 'too_many_login_attempts', detail, 42) });
    await fillIn(page.person);
    await page.person.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('42 seconds');
  });

  it('offers Try Again after a request without a response, and keeps the input', async () => {
    const page = await openLogin();
    await fillIn(page.person);
    await page.close();
    await page.person.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain("can't reach Adda");
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
    expect(passwordField()).toMatchObject({ value: 'long enough' });
  });

  it('is busy while waiting, and ignores a second press', async () => {
    const page = await openLogin();
    const button = screen.getByRole('button', { name: 'Log in' });
    const busy: unknown[] = [];
    page.answer({
      [LOGIN]: () => {
        busy.push(button.getAttribute('aria-busy'));
        if (busy.length > 1) return loginResponse('asha');
        button.click();
        fireEvent.submit(nameField());
        return refusal(401, 'invalid_credentials', 'Invalid username or password');
      },
    });
    await fillIn(page.person);
    await page.person.keyboard('{Enter}');
    await screen.findByRole('alert');
    await page.person.click(button);
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(busy).toEqual(['true', 'true']);
  });

  it('SH-30: links to registration and to a forgotten password', async () => {
    await openLogin();
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register');
    expect(screen.getByRole('link', { name: 'Forgot it?' }).getAttribute('href')).toBe('/forgot-password');
    expect(document.title).toBe('Log in · Adda');
    expect(document.body.textContent).not.toMatch(/teen/i);
  });
});

describe('the guest login', () => {
  const GUEST = 'POST /auth/guest';

  async function openGuest(answers: TestResponses = {}, birthDate = '1999-02-03') {
    const page = await openLogin(answers);
    await page.person.click(screen.getByRole('button', { name: 'Enter as a guest' }));
    // The dialog is a separate file, which the first press loads.
    const date = await screen.findByLabelText('Date of birth');
    await page.person.type(date, birthDate);
    await page.person.selectOptions(screen.getByLabelText('Sex'), 'female');
    await page.person.selectOptions(screen.getByLabelText('Country'), 'Pakistan');
    await page.person.selectOptions(screen.getByLabelText('State or region'), 'Sindh');
    const submit = () => page.person.type(screen.getByLabelText('Display name (optional)'), '{Enter}');
    return { ...page, submit };
  }

  it('SV-03: logs in with a birth date, sex, country and state; no name is needed', async () => {
    const page = await openGuest({ [GUEST]: loginResponse('_guest-merry-otter') });
    await page.submit();
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(session.current()?.username).toBe('_guest-merry-otter');
    expect(page.seen[0]?.body).toEqual({
      birth_date: '1999-02-03',
      sex: 'female',
      country: 'Pakistan',
      state: 'Sindh',
    });
  });

  it('HM-04: the place that the browser suggests is chosen, and says that it can be changed', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);
    onTestFinished(() => void vi.restoreAllMocks());
    const page = await openLogin({ [GUEST]: loginResponse('_guest-merry-otter') });
    await page.person.click(screen.getByRole('button', { name: 'Enter as a guest' }));
    const country = await screen.findByLabelText('Country');
    expect(country).toMatchObject({ value: 'UK' });
    expect(screen.getByText("Suggested by your browser. Change it if it's not right.")).toBeTruthy();
    await page.person.type(screen.getByLabelText('Date of birth'), '1999-02-03');
    await page.person.selectOptions(screen.getByLabelText('Sex'), 'female');
    await page.person.selectOptions(screen.getByLabelText('State or region'), 'Wales');
    await page.person.type(screen.getByLabelText('Display name (optional)'), '{Enter}');
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(page.seen[0]?.body).toMatchObject({ country: 'UK', state: 'Wales' });
  });

  it('AU-39: offers the states of the chosen country and clears a state of another', async () => {
    const page = await openGuest();
    await page.person.selectOptions(screen.getByLabelText('Country'), 'UK');
    const state = screen.getByLabelText('State or region');
    expect(state).toMatchObject({ value: '' });
    expect([...state.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      'Choose',
      'England',
      'Scotland',
      'Wales',
      'Northern Ireland',
    ]);
    await page.submit();
    expect(await screen.findByText('Choose your state.')).toBeTruthy();
    expect(page.seen).toEqual([]);
  });

  it('X-08: a first refusal because of the age removes the form, without a hint at a workaround', async () => {
    const young = `${new Date().getUTCFullYear() - 16}-01-01`;
    const page = await openGuest(
      { [GUEST]: badField('birth_date', 'You must be 18 or older to use Adda.') },
      young,
    );
    await page.submit();
    expect((await screen.findByRole('alert')).textContent).toContain('Adda is for adults only');
    expect(screen.queryByLabelText('Date of birth')).toBeNull();
    expect(page.seen).toHaveLength(1);
  });

  it('X-08: a remembered refusal shows the same', async () => {
    const page = await openGuest({
      [GUEST]: refusal(403, 'age_refused', 'You must be 18 or older to use Adda.'),
    });
    await page.submit();
    expect((await screen.findByRole('alert')).textContent).toContain('Adda is for adults only');
    expect(screen.queryByLabelText('Date of birth')).toBeNull();
  });

  it('an invalid birth date is an error of its field', async () => {
    const page = await openGuest(
      { [GUEST]: badField('birth_date', 'Please check your date of birth.') },
      '1850-01-01',
    );
    await page.submit();
    expect(await screen.findByText('Please check your date of birth.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Date of birth')));
  });
});
