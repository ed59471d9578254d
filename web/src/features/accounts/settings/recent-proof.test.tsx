import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openScreen, refusal, type TestResponses } from '../accounts.fixture.tsx';
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
  created_at: '2026-01-02T03:04:05.678Z',
  last_used_at: '2026-01-03T03:04:05.678Z',
  is_current: isCurrent,
});

const needed = refusal(403, 'reauthentication_needed', 'Please enter your password again to go on.');
const proofResponse = { body: { message: 'Thank you.', proven_until: '2026-01-03T03:14:05.678Z' } };

const Sections = () => (
  <>
    <AccountSection />
    <SecuritySection />
  </>
);

/** Renders the sections with a session whose proof is too old until the password is entered. */
async function open(answers: TestResponses = {}) {
  let isProven = false;
  const afterProof = (answer: object) => () => (isProven ? { body: answer } : needed);
  const page = await openScreen({
    at: '/v1/settings/account',
    path: '/v1/settings/{-$section}',
    as: 'asha',
    screen: Sections,
    answers: {
      'GET /users/me': { body: { username: 'asha', email: 'asha@example.org', email_verified: true } },
      'GET /auth/sessions': { body: { sessions: [device('a', true), device('b', false)] } },
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
    expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull();
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
