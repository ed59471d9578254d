import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestResponse } from '../../../test/answering-server.ts';
import { toast } from '../../../ui/toast-store.ts';
import {
  privateMessageAt,
  privatePageOf,
  showConnectedChat,
} from '../../direct/chat/private-page.fixture.tsx';
import { failure } from '../../rooms/room-page.fixture.tsx';
import { GROUP_ID, groupOf } from '../../rooms/rooms.fixture.ts';
import { prefetchedComponents } from '../prefetch.ts';

vi.mock(
  'socket.io-client',
  async () => (await import('../../direct/chat/fake-socket.fixture.ts')).socketLibrary,
);

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() =>
  Promise.all([
    import('./forward-dialog.tsx'),
    ...Object.values(prefetchedComponents).map((part) => part.load()),
  ]),
);
beforeEach(() => toast.clear());

const conversationWith = (username: string, minute: number) => ({
  conversation_id: `asha:${username}`,
  username,
  sex: 'female',
  profile_picture: null,
  is_online: false,
  last_active: null,
  latest_message: privateMessageAt(1, { timestamp: `2026-11-21T10:0${minute}:00.000Z` }),
  unread_count: 0,
});

const stored = { body: { messages: [{ recipient: 'nova', _id: 'z-1', sequence: 1 }] } };

/** Opens the dialog for the only message of a chat; `forward` is the response to forwarding. */
async function openDialog(forward: () => TestResponse = () => stored) {
  const page = await showConnectedChat({
    page: privatePageOf([privateMessageAt(1, { content: 'tea?' })]),
    answer: ({ path }) => {
      if (path.includes('/forward')) return forward();
      if (path.startsWith('/messages/conversations'))
        return { body: { conversations: [conversationWith('nova', 1), conversationWith('omar', 3)] } };
      if (path.startsWith('/groupchat/groups'))
        return {
          body: {
            groups: [
              groupOf({ name: 'Rooftop', is_member: true, last_message_at: '2026-11-21T10:02:00.000Z' }),
              groupOf({ group_id: 'b'.repeat(24), name: 'Elsewhere', is_member: false }),
            ],
            total_count: 2,
          },
        };
      if (path.startsWith('/search'))
        return {
          body: {
            people: [
              {
                username: 'zoya',
                profile_picture: null,
                is_guest: false,
                is_online: false,
                age: 20,
                sex: 'female',
              },
            ],
            rooms: [],
            posts: [],
            hashtags: [],
            messages: [],
          },
        };
      return undefined;
    },
  });
  const { person } = page;
  await screen.findByText('tea?');
  await person.click(screen.getByRole('button', { name: 'Options of the message from riya' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Forward' }));
  const dialog = await screen.findByRole('dialog', { name: 'Forward this message' });
  await within(dialog).findByRole('checkbox', { name: /omar/ });
  const choose = (name: RegExp) => person.click(within(dialog).getByRole('checkbox', { name }));
  const send = () => person.click(within(dialog).getByRole('button', { name: 'Forward' }));
  const sent = () => page.asked('/forward').map(({ body }) => body as { to: unknown; forward_key: string });
  return { ...page, dialog, choose, send, sent };
}

describe('FT-06: forwarding a message', () => {
  it('offers the user’s chats and rooms, the most recent first, and sends to the chosen ones', async () => {
    const { dialog, choose, send, sent, person } = await openDialog();
    const names = within(dialog)
      .getAllByRole('checkbox')
      .map((box) => box.closest('li')?.textContent);
    expect(names.map((name) => /omar|Rooftop|nova/.exec(name ?? '')?.[0])).toEqual([
      'omar',
      'Rooftop',
      'nova',
    ]);
    await choose(/Rooftop/);
    await choose(/nova/);
    await choose(/omar/);
    await person.click(within(dialog).getByRole('button', { name: 'Remove omar' }));
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Forward this message' })).toBeNull());
    expect(sent()).toEqual([
      { to: [{ group_id: GROUP_ID }, { recipient: 'nova' }], forward_key: expect.any(String) },
    ]);
    expect(toast.current()).toMatchObject([{ text: 'Forwarded', action: undefined }]);
  });

  it('finds other people, and offers to open a single place afterwards', async () => {
    const { dialog, choose, send, sent, person } = await openDialog();
    await person.type(within(dialog).getByRole('searchbox', { name: 'Search people and rooms' }), 'zoy');
    await within(dialog).findByRole('checkbox', { name: /zoya/ });
    await choose(/zoya/);
    await send();
    await waitFor(() => expect(toast.current()).toMatchObject([{ action: { label: 'Open' } }]));
    expect(sent()).toMatchObject([{ to: [{ recipient: 'zoya' }] }]);
  });

  it('keeps the choice after a failure, and another attempt has the same key', async () => {
    let isRefused = true;
    const { dialog, choose, send, sent } = await openDialog(() =>
      isRefused ? failure(403, 'User is not accepting messages right now.', 'recipient_unavailable') : stored,
    );
    await choose(/nova/);
    await send();
    await within(dialog).findByText('User is not accepting messages right now.');
    isRefused = false;
    await send();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual(sent()[0]);
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'Forwarded' }]));
  });
});

it('FT-06: a forwarded message names its author, who is a link; one without a name shows nothing', async () => {
  await showConnectedChat({
    page: privatePageOf([
      privateMessageAt(1, { content: 'tea?', forwarded_from: { username: 'nova' } }),
      privateMessageAt(2, { content: 'now', forwarded_from: null }),
    ]),
  });
  const link = await screen.findByRole('link', { name: 'nova' });
  expect(link.getAttribute('href')).toBe('/profile/nova');
  expect(screen.getAllByText('Forwarded from', { exact: false })).toHaveLength(1);
  await waitFor(() =>
    expect(screen.getByRole('listitem', { name: /^forwarded from nova, riya: tea/ })).toBeTruthy(),
  );
});
