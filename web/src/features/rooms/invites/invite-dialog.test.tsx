import type { Invite } from '@adda/contract/rooms';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestResponse } from '../../../test/answering-server.ts';
import { toast } from '../../../ui/toast-store.ts';
import { failure, showPage } from '../room-page.fixture.tsx';
import { groupOf } from '../rooms.fixture.ts';
import { InviteDialog } from './invite-dialog.tsx';

const URL_OF_CODE = 'https://adda.example/join/new-code-123456';

const inviteOf = (code: string, given: Partial<Invite> = {}): Invite => ({
  code,
  url: `https://adda.example/join/${code}`,
  uses: 0,
  max_uses: null,
  expires_at: '2026-12-01T10:00:00.000Z',
  created_by: 'asha',
  created_at: '2026-11-24T10:00:00.000Z',
  username: null,
  ...given,
});

beforeEach(() => toast.clear());

/** Opens the dialog over a room with these invitations; `made` is the response to a new one. */
async function open(
  listed: Invite[],
  made: () => TestResponse = () => ({ body: { code: 'new', url: URL_OF_CODE } }),
) {
  const current = { listed };
  const page = await showPage(
    () => <InviteDialog group={groupOf({ allowed_actions: ['invite'] })} account="asha" onClose={vi.fn()} />,
    {
      answer: ({ method, path }) => {
        if (path.startsWith('/messages/conversations'))
          return { body: { conversations: [], next_last_id: null } };
        if (!path.includes('/invites')) return undefined;
        if (method === 'POST') return made();
        if (method === 'GET') return { body: { invites: current.listed } };
        current.listed = current.listed.filter(({ code }) => !path.endsWith(code));
        return { body: { message: 'Invitation revoked' } };
      },
    },
  );
  await screen.findByRole('heading', { name: 'Open invitations' });
  const sent = (method: string) => page.asked('/invites').filter((request) => request.method === method);
  return { ...page, sent };
}

describe('GR-02: Invite people', () => {
  it('makes a link with a lifetime and a number of uses, and copies it', async () => {
    const { person, sent } = await open([]);
    expect(await screen.findByText('None yet.')).toBeTruthy();
    const labels = (name: string) =>
      within(screen.getByRole('combobox', { name }))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(labels('Works for')).toEqual(['1 hour', '1 day', '7 days', '30 days', '1 year']);
    expect(labels('For how many people')).toEqual([
      'No limit',
      '1 person',
      ...[5, 10, 25, 50, 100].map((count) => `${count} people`),
    ]);
    await person.click(screen.getByRole('button', { name: 'Make a link' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Your link');
    expect(field.value).toBe(URL_OF_CODE);
    await waitFor(() => expect(document.activeElement).toBe(field));
    await person.selectOptions(screen.getByRole('combobox', { name: 'Works for' }), '1 year');
    await person.selectOptions(screen.getByRole('combobox', { name: 'For how many people' }), '5 people');
    await person.click(screen.getByRole('button', { name: 'Make another link' }));
    await waitFor(() => expect(sent('POST')).toHaveLength(2));
    expect(sent('POST').map(({ body }) => body)).toEqual([
      { expires_in_hours: 168, max_uses: null },
      { expires_in_hours: 8760, max_uses: 5 },
    ]);
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(URL_OF_CODE);
    expect(toast.current()).toMatchObject([{ text: 'Link copied' }]);
  });

  it('lists the open ones, and asks before one is revoked', async () => {
    const { person, sent } = await open([
      inviteOf('abc-first1', { uses: 2, max_uses: 10, created_by: 'riya' }),
      inviteOf('abc-secon2', { max_uses: 1, username: 'nova' }),
    ]);
    const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
    expect(rows[0]).toMatch(/Link …first1.*2 of 10 used.*until .*2026.*by riya/);
    expect(rows[1]).toMatch(/For nova.*until/);
    await person.click(screen.getByRole('button', { name: 'Revoke: Link …first1' }));
    const question = await screen.findByRole('dialog', { name: 'Revoke this invitation?' });
    await person.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(sent('DELETE')).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Revoke: Link …first1' }));
    await person.click(
      within(await screen.findByRole('dialog', { name: 'Revoke this invitation?' })).getByRole('button', {
        name: 'Revoke',
      }),
    );
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(sent('DELETE')[0]?.path).toContain('/invites/abc-first1');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Open invitations'));
  });

  it('invites somebody by name; a refusal is at the field and keeps it', async () => {
    let answer: TestResponse = failure(403, 'You can send this after they answer', 'not_for_strangers');
    const { person, sent } = await open([], () => answer);
    const field = screen.getByLabelText<HTMLInputElement>('Or somebody you know');
    const submit = () => person.click(screen.getByRole('button', { name: 'Invite' }));
    await submit();
    expect(screen.getByText('Enter a username.')).toBeTruthy();
    await person.type(field, '@nova');
    await submit();
    expect(await screen.findByText('You can send this after they answer')).toBeTruthy();
    expect(field.value).toBe('@nova');
    answer = { body: { code: 'new', url: URL_OF_CODE } };
    await submit();
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'nova is invited. We told them.' }]));
    expect(sent('POST').at(-1)?.body).toEqual({ username: 'nova' });
    expect(field.value).toBe('');
    await waitFor(() => expect(sent('GET')).toHaveLength(3));
  });
});
