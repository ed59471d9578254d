import type { OwnSanction } from '@adda/contract/moderation';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { suspendedProof } from '../../../platform/suspended-proof.ts';
import { openScreen, refusal, type TestResponses } from '../../accounts/accounts.fixture.tsx';
import { SuspendedScreen } from './suspended-screen.tsx';

const ASK = 'POST /auth/suspension';
const APPEAL = 'POST /auth/suspension/appeal';

const sanctionOf = (overrides: Partial<OwnSanction> = {}): OwnSanction => ({
  sanction_id: 'a'.repeat(24),
  kind: 'suspension',
  reason: 'You were rude to Riya again and again.',
  created_at: '2026-11-20T10:00:00.000Z',
  until: '2026-11-27T10:00:00.000Z',
  ended_at: null,
  end: null,
  appeal: null,
  ...overrides,
});

const answerOf = (overrides: Partial<OwnSanction> = {}) => ({
  body: { username: 'asha', sanction: sanctionOf(overrides) },
});

const open = (answers: TestResponses) => openScreen({ at: '/suspended', screen: SuspendedScreen, answers });

afterEach(() => suspendedProof.forget());

describe('the screen of a suspended account', () => {
  it('SV-50: shows reason, start and end with the cookie of the ended session', async () => {
    suspendedProof.ofSession();
    const page = await open({ [ASK]: answerOf() });
    expect(await screen.findByText('You were rude to Riya again and again.')).toBeTruthy();
    expect(screen.getByText(/20 November 2026/)).toBeTruthy();
    expect(screen.getByText(/27 November 2026/)).toBeTruthy();
    expect(page.seen.map(({ body }) => body)).toEqual([{}]);
  });

  it('SV-50: shows that a ban has no end date', async () => {
    suspendedProof.ofSession();
    await open({ [ASK]: answerOf({ kind: 'ban', until: null }) });
    expect(await screen.findByText('No end has been set.')).toBeTruthy();
  });

  it('one appeal: requires a short text, is sent with the proof, and then shows its state', async () => {
    suspendedProof.ofLogin('asha', 'tea at eleven');
    const page = await open({ [ASK]: answerOf(), [APPEAL]: { body: { message: 'ok' } } });
    const field = await screen.findByLabelText('Why should we look again?');
    const send = screen.getByRole('button', { name: 'Ask for another look' });
    await page.person.type(field, 'short');
    await page.person.click(send);
    expect(await screen.findByText(/Please write at least 10 characters/)).toBeTruthy();
    expect(page.seen).toHaveLength(1);
    await page.person.type(field, ' of it: that was my sister.');
    const appeal = {
      appeal_id: 'b'.repeat(24),
      text: 'short of it: that was my sister.',
      status: 'open' as const,
      created_at: '2026-11-21T10:00:00.000Z',
      decided_at: null,
      answer: null,
    };
    page.answer({ [ASK]: answerOf({ appeal }) });
    await page.person.click(send);
    expect(await screen.findByText('You asked for another look')).toBeTruthy();
    expect(screen.queryByLabelText('Why should we look again?')).toBeNull();
    const sent = page.seen.find(({ path }) => path === '/auth/suspension/appeal');
    expect(sent?.body).toEqual({
      username: 'asha',
      password: 'tea at eleven',
      text: 'short of it: that was my sister.',
    });
  });

  it('keeps the text if the appeal can’t be sent', async () => {
    suspendedProof.ofSession();
    const page = await open({
      [ASK]: answerOf(),
      [APPEAL]: refusal(429, 'too_many_login_attempts', 'Too many tries.'),
    });
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Why should we look again?');
    await page.person.type(field, 'That was my sister.');
    await page.person.click(screen.getByRole('button', { name: 'Ask for another look' }));
    expect(await screen.findByText('Too many tries.')).toBeTruthy();
    expect(field.value).toBe('That was my sister.');
  });

  it('shows the response to an appeal', async () => {
    suspendedProof.ofSession();
    await open({
      [ASK]: answerOf({
        appeal: {
          appeal_id: 'b'.repeat(24),
          text: 'That was my sister.',
          status: 'upheld',
          created_at: '2026-11-21T10:00:00.000Z',
          decided_at: '2026-11-22T10:00:00.000Z',
          answer: 'We read all of it again.',
        },
      }),
    });
    expect(await screen.findByText('We looked again, and it stays')).toBeTruthy();
    expect(screen.getByText('We read all of it again.')).toBeTruthy();
  });

  it('without a proof it asks for credentials; a wrong password is reported, the right one shows the reason', async () => {
    const page = await open({ [ASK]: refusal(401, 'invalid_credentials', 'Wrong name or password') });
    await page.person.type(await screen.findByLabelText('Username or e-mail'), 'asha');
    await page.person.type(screen.getByLabelText('Password'), 'tea at eleven');
    await page.person.click(screen.getByRole('button', { name: 'Show me' }));
    expect(await screen.findByText('Wrong name or password')).toBeTruthy();
    page.answer({ [ASK]: answerOf() });
    await page.person.click(screen.getByRole('button', { name: 'Show me' }));
    expect(await screen.findByText('You were rude to Riya again and again.')).toBeTruthy();
    const stored = JSON.stringify([Object.values(localStorage), Object.values(sessionStorage)]);
    expect(stored).not.toContain('tea at eleven');
    expect(page.address()).toBe('/suspended');
  });

  it('reports that the account is open again, and leads to the login without the old proof', async () => {
    suspendedProof.ofSession();
    const page = await open({ [ASK]: refusal(404, 'no_suspension', 'This account is not suspended.') });
    expect(await screen.findByText('Your account is open')).toBeTruthy();
    await page.person.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(page.address()).toBe('/login'));
    expect(suspendedProof.current()).toBeUndefined();
  });
});
