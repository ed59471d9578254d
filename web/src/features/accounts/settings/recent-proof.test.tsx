import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { factorsResponse, openScreen, refusal, type TestResponses } from '../accounts.fixture.tsx';
import { installPasskeys, USED, USE_OPTIONS } from '../factors/passkeys.fixture.ts';
import { AccountSection } from './account-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { session } from '../../../platform/session.ts';
import { recentProof } from '../../../platform/recent-proof.ts';
import { askForProof } from '../recent-proof-dialog.tsx';

recentProof.ask = askForProof;

const PROVE = 'POST /auth/reauthenticate';
const END = 'DELETE /auth/sessions/b';
const ASK = 'POST /users/me/export';

const device = (id: string, isCurrent: boolean) => ({
  session_id: id,
  device: `Device ${id}`,
  country: null as string | null,
  created_at: '2026-01-02T03:04:05.678Z',
  last_used_at: '2026-01-03T03:04:05.678Z',
  is_current: isCurrent,
});

const needed = refusal(403, 'reauthentication_needed', 'Please enter your password again to go on.');
const proofResponse = {
  body: {
    message: 'Thank you.',
    proven_until: '2026-01-03T03:14:05.678Z',
    token_type: 'bearer',
    expires_in: 3600,
  },
};

const Sections = () => (
  <>
    <AccountSection />
    <SecuritySection />
  </>
);

/** Renders the sections with a session whose proof is too old until the password is entered. */
async function open(answers: TestResponses = {}, host?: 'localhost') {
  let isProven = false;
  const afterProof = (answer: object) => () => (isProven ? { body: answer } : needed);
  const page = await openScreen({
    at: '/v1/settings/account',
    path: '/v1/settings/{-$section}',
    as: 'asha',
    screen: Sections,
    ...(host && { host }),
    answers: {
      'GET /users/me': {
        body: { username: 'asha', email: 'asha@example.org', wanted_email: null, email_verified: true },
      },
      'GET /auth/sessions': { body: { sessions: [device('a', true), device('b', false)] } },
      'GET /auth/factors': factorsResponse(),
      'GET /auth/passkeys': { body: { passkeys: [] } },
      'GET /users/me/export': { body: { export: null } },
      [END]: afterProof({ message: 'ok' }),
      [ASK]: afterProof({ message: 'ok', export: null }),
      [PROVE]: () => {
        isProven = true;
        return proofResponse;
      },
      ...answers,
    },
  });
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Is it you?' }));
  const logOutOther = async () => {
    await page.person.click(await screen.findByRole('button', { name: 'Log out Device b' }));
    const question = within(await screen.findByRole('dialog', { name: 'Log this device out?' }));
    await page.person.click(question.getByRole('button', { name: 'Log it out' }));
  };
  const calls = (call: string) => page.seen.filter(({ method, path }) => `${method} ${path}` === call);
  return { ...page, dialog, logOutOther, calls };
}

describe('ID-03: a call that requires a recent proof', () => {
  it('asks for the password and is then repeated automatically', async () => {
    const { person, dialog, logOutOther, calls, answer } = await open();
    await logOutOther();
    const proofDialog = await dialog();
    const password = proofDialog.getByLabelText('Password');
    expect(document.activeElement).toBe(password);
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    answer({ 'GET /auth/sessions': { body: { sessions: [device('a', true)] } } });
    await person.type(password, 'correct horse battery{Enter}');
    expect(await screen.findByText('Nobody else is logged in as you.')).toBeTruthy();
    expect(calls(END)).toHaveLength(2);
    expect(calls(PROVE).map(({ body }) => body)).toEqual([{ password: 'correct horse battery' }]);
    // The proof has renewed the token of the cookie.
    expect(session.current()?.expiresAt).toBeGreaterThan(Date.now() + 3_500_000);
    expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull();
  });

  it('ID-05: the change of the address goes on after it, with what was typed', async () => {
    const CHANGE = 'POST /auth/email/change';
    const { person, dialog, calls, answer } = await open({ [CHANGE]: needed });
    await person.click(await screen.findByRole('button', { name: 'Change address' }));
    await person.type(screen.getByLabelText('New e-mail address'), 'new@example.org{Enter}');
    const proofDialog = await dialog();
    answer({ [CHANGE]: { body: { message: 'ok' } } });
    await person.type(proofDialog.getByLabelText('Password'), 'correct horse battery{Enter}');
    await waitFor(() => expect(screen.queryByLabelText('New e-mail address')).toBeNull());
    expect(calls(CHANGE).map(({ body }) => body)).toEqual([
      { email: 'new@example.org' },
      { email: 'new@example.org' },
    ]);
  });

  it('reports a wrong password at the field, and keeps the input', async () => {
    const { person, dialog, logOutOther, calls } = await open({
      [PROVE]: refusal(403, 'proof_refused', 'That password is wrong.'),
    });
    await logOutOther();
    const proofDialog = await dialog();
    await person.type(proofDialog.getByLabelText('Password'), 'not mine{Enter}');
    expect(await proofDialog.findByText('That password is wrong.')).toBeTruthy();
    expect(proofDialog.getByLabelText('Password')).toMatchObject({ value: 'not mine' });
    await waitFor(() => expect(document.activeElement).toBe(proofDialog.getByLabelText('Password')));
    expect(calls(END)).toHaveLength(1);
  });

  it('fails with a readable message if the user cancels, and changes nothing', async () => {
    const { person, dialog, logOutOther, calls } = await open();
    await logOutOther();
    await person.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('dialog', { name: 'Log this device out?' }));
    expect(await question.findByText('Please enter your password again to go on.')).toBeTruthy();
    expect(calls(END)).toHaveLength(1);
    await person.click(question.getByRole('button', { name: 'Log it out' }));
    await person.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  });

  it('closes with the session', async () => {
    const { dialog, logOutOther } = await open();
    await logOutOther();
    await dialog();
    session.logOut();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull());
  });
});

describe('ID-03: the dialog asks for what the account has', () => {
  const USE = 'POST /auth/passkey/options';
  const usePasskey = { name: 'Use a passkey' };

  it('a code and never the password, with an authenticator app; or a recovery code', async () => {
    const { person, dialog, logOutOther, calls } = await open({
      'GET /auth/factors': factorsResponse({ totp: true, recovery_codes_left: 3 }),
    });
    await logOutOther();
    const proofDialog = await dialog();
    expect(document.activeElement).toBe(proofDialog.getByLabelText('Code from your authenticator app'));
    expect(proofDialog.queryByLabelText('Password')).toBeNull();
    await person.click(proofDialog.getByRole('button', { name: 'Use a recovery code instead' }));
    await person.type(proofDialog.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs{Enter}');
    await waitFor(() => expect(calls(END)).toHaveLength(2));
    expect(calls(PROVE).map(({ body }) => body)).toEqual([{ code: 'abcd-efgh-jkmn-pqrs' }]);
  });

  it('a passkey, without a password; a closed dialog of the device changes nothing', async () => {
    const device = installPasskeys();
    const { person, dialog, logOutOther, calls } = await open(
      {
        'GET /auth/factors': factorsResponse({ passkeys: 1, password: false }),
        [USE]: { body: USE_OPTIONS },
      },
      'localhost',
    );
    await logOutOther();
    const proofDialog = await dialog();
    expect(proofDialog.queryByRole('textbox')).toBeNull();
    expect(proofDialog.queryByLabelText('Password')).toBeNull();
    const button = proofDialog.getByRole('button', usePasskey);
    await person.click(button);
    (await device.call()).refuse();
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(proofDialog.queryByRole('alert')).toBeNull();
    await person.click(button);
    (await device.call(2)).confirm();
    await waitFor(() => expect(calls(END)).toHaveLength(2));
    expect(calls(PROVE).map(({ body }) => body)).toMatchObject([{ passkey: { id: USED.id } }]);
  });

  it('the password or a passkey, with both', async () => {
    installPasskeys();
    const { person, dialog, logOutOther } = await open(
      { 'GET /auth/factors': factorsResponse({ passkeys: 2 }) },
      'localhost',
    );
    await logOutOther();
    const proofDialog = await dialog();
    expect(proofDialog.getByLabelText('Password')).toBeTruthy();
    expect(proofDialog.getByRole('button', usePasskey)).toBeTruthy();
    await person.click(proofDialog.getByRole('button', { name: 'Cancel' }));
  });

  it('says what to do where the browser can’t use the only passkey', async () => {
    const { person, dialog, logOutOther } = await open({
      'GET /auth/factors': factorsResponse({ passkeys: 1, password: false }),
    });
    await logOutOther();
    const proofDialog = await dialog();
    expect(proofDialog.getByText(/Please go on with the device or the browser that has it/)).toBeTruthy();
    expect(proofDialog.queryByRole('button', usePasskey)).toBeNull();
    await person.click(proofDialog.getByRole('button', { name: 'Cancel' }));
  });

  it('deletes an account without a password after that proof', async () => {
    installPasskeys();
    const { person, calls } = await open(
      {
        'GET /auth/factors': factorsResponse({ passkeys: 1, password: false }),
        'DELETE /users/me': { body: { message: 'ok' } },
      },
      'localhost',
    );
    await person.click(await screen.findByRole('button', { name: 'Delete account…' }));
    const form = within(await screen.findByRole('dialog', { name: 'Delete your account for good?' }));
    await person.click(await form.findByRole('checkbox', { name: /can't be undone/ }));
    expect(form.queryByLabelText('Password')).toBeNull();
    await person.click(form.getByRole('button', { name: 'Delete my account' }));
    await waitFor(() => expect(session.current()).toBeNull());
    expect(calls('DELETE /users/me').map(({ body }) => body)).toEqual([{ remove_content: false }]);
  });
});
