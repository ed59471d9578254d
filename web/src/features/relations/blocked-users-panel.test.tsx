import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { BlockedUsersDialog } from './blocked-users-panel.tsx';

const listing =
  (names: string[]): RequestHandler =>
  ({ method }) =>
    method === 'GET' ? { body: { blocked_users: names } } : { body: { message: 'ok' } };

async function show(answering: RequestHandler) {
  const onClose = vi.fn();
  const page = await showPeople(() => <BlockedUsersDialog onClose={onClose} />, answering);
  const dialog = within(await screen.findByRole('dialog', { name: 'Blocked users' }));
  return { ...page, dialog, onClose };
}

describe('blocked users', () => {
  it('SH-35, RP-13, RP-14: are listed by name', async () => {
    const { dialog, asked } = await show(listing(['riya', '_guest-kabir']));
    const list = await dialog.findByRole('list', { name: 'Blocked users' });
    const items = within(list).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['RriyaUnblock', 'KkabirUnblock']);
    expect(asked('GET /users/blocks/list')).toHaveLength(1);
  });

  it('RP-11, RP-15: Unblock asks for confirmation, then removes the name', async () => {
    const { dialog, person, asked, answers } = await show(listing(['riya', 'kabir']));
    await person.click(await dialog.findByRole('button', { name: 'Unblock riya' }));
    const question = within(await screen.findByRole('dialog', { name: 'Unblock riya?' }));
    expect(asked('POST /users/unblock')).toHaveLength(0);
    answers(listing(['kabir']));
    await person.click(question.getByRole('button', { name: 'Unblock' }));
    await waitFor(() => expect(dialog.queryByText('riya')).toBeNull());
    expect(dialog.getByText('kabir')).toBeTruthy();
    expect(asked('POST /users/unblock').map(({ body }) => body)).toEqual([{ blocked_username: 'riya' }]);
  });

  it.each([
    ['the server’s reason', 'User is not blocked', 'Failed to unblock riya: User is not blocked'],
    ['a default', '', 'Failed to unblock riya: Failed to unblock user'],
  ])('RP-22, RP-24: a failure is shown with %s', async (_what, detail, text) => {
    const { dialog, person, answers } = await show(listing(['riya']));
    await person.click(await dialog.findByRole('button', { name: 'Unblock riya' }));
    answers((request) => (request.method === 'POST' ? refused(400, detail) : listing(['riya'])(request)));
    const question = within(await screen.findByRole('dialog', { name: 'Unblock riya?' }));
    await person.click(question.getByRole('button', { name: 'Unblock' }));
    await waitFor(() => expect(toast.current()).toMatchObject([{ text, tone: 'problem' }]));
    expect(dialog.getByText('riya')).toBeTruthy();
  });

  it("RP-23: reads 'No blocked users.' when there are none", async () => {
    const { dialog } = await show(listing([]));
    expect(await dialog.findByText('No blocked users.')).toBeTruthy();
  });

  it('RP-21: a failure shows its reason and can be retried', async () => {
    const { dialog, person, answers } = await show(() => refused(403, 'Account suspended', 'x'));
    expect(await dialog.findByText('Failed to load blocked users: Account suspended')).toBeTruthy();
    answers(listing([]));
    await person.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByText('No blocked users.')).toBeTruthy();
  });

  it('RP-21: a failure without a reason has a default text', async () => {
    const { dialog } = await show(() => refused(500, ''));
    expect(await dialog.findByText('Failed to load blocked users. Please try again.')).toBeTruthy();
  });
});
