import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openChatUser } from '../../../platform/open-chat.ts';
import { toast } from '../../../ui/toast-store.ts';
import {
  privateMessageAt,
  privatePageOf,
  showConnectedChat,
  showPrivateChat,
} from './private-page.fixture.tsx';

vi.mock('socket.io-client', async () => (await import('./fake-socket.fixture.ts')).socketLibrary);

const toasts = () => toast.current().map(({ text }) => text);
const input = () => screen.findByLabelText<HTMLTextAreaElement>('Message');
const page = privatePageOf([
  privateMessageAt(1, { content: 'tea?' }),
  privateMessageAt(2, { sender: 'asha', content: 'yes' }),
]);

const profile = {
  username: 'riya',
  display_name: 'Riya Sen',
  profile_picture: null,
  bio: 'Tea first.',
  is_online: false,
  is_guest: false,
  created_at: '2026-03-05T10:00:00.000Z',
  shared_groups: [],
};
/** Builds a fake response. */
const profileResponse = ({ path }: { path: string }) =>
  path.includes('/profile') ? { body: profile } : undefined;

describe('the header of a private chat', () => {
  it('PC-03 to PC-07: back, the name, the connection, presence and four buttons', async () => {
    await showConnectedChat({ page });
    expect(await screen.findByRole('heading', { level: 1, name: 'riya' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to the chats' }).getAttribute('href')).toBe('/v1');
    expect(await screen.findByRole('button', { name: 'Connected' })).toBeTruthy();
    expect(await screen.findByText('online')).toBeTruthy();
    for (const name of ['Chat', 'Profile', 'Report or Block', 'Delete all messages']) {
      expect(screen.getByRole('button', { name })).toBeTruthy();
    }
  });

  it.each([
    ['a minute ago', 60_000, 'online'],
    ['ten minutes ago', 10 * 60_000, 'last active 10m ago'],
  ])('PC-51, X-20, CO-41: a user who was online %s', async (_when, agoMs, text) => {
    const status = { is_online: false, last_active: new Date(Date.now() - agoMs).toISOString() };
    await showConnectedChat({ page, status });
    await waitFor(() => expect(screen.getByRole('banner').textContent).toContain(text));
  });

  it('PC-06, RT-22: events of the connection update the presence', async () => {
    const { hear } = await showConnectedChat({ page });
    await screen.findByText('online');
    const lastActive = new Date(Date.now() - 90 * 60_000).toISOString();
    hear('user_status', { username: 'riya', is_online: false, last_active: lastActive });
    expect(await screen.findByText('1h ago')).toBeTruthy();
  });

  it('PC-07: Profile shows the other user, and Chat leads back', async () => {
    const { person } = await showConnectedChat({
      page,
      answer: profileResponse,
    });
    await person.click(screen.getByRole('button', { name: 'Profile' }));
    expect(await screen.findByText('Tea first.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Chat' }));
    expect(await screen.findByText('tea?')).toBeTruthy();
  });

  it.each([
    [1, 'Online'],
    [10, 'Offline'],
  ])('X-20, PC-51: the profile shows the same as the header, %i minutes later', async (minutes, word) => {
    const status = { is_online: false, last_active: new Date(Date.now() - minutes * 60_000).toISOString() };
    const { person } = await showConnectedChat({ page, status, answer: profileResponse });
    await person.click(screen.getByRole('button', { name: 'Profile' }));
    const line = (await screen.findByText('@riya')).nextElementSibling;
    await waitFor(() => expect(line?.textContent).toBe(word + word));
  });

  it('PC-08, PC-09: the profile of a blocked user shows the blocked state as well', async () => {
    const { person, asked } = await showConnectedChat({
      page,
      block: { is_blocked: true, blocked_by_me: false },
      answer: profileResponse,
    });
    await screen.findByRole('heading', { name: 'Blocked' });
    await person.click(screen.getByRole('button', { name: 'Profile' }));
    expect(await screen.findByRole('heading', { name: 'Blocked' })).toBeTruthy();
    expect(screen.queryByText('No bio available')).toBeNull();
    expect(asked('/profile')).toEqual([]);
  });
});

describe('the other user of a chat', () => {
  it('PC-27, PC-28, SH-27: a chat with oneself is refused', async () => {
    const { where, asked } = await showPrivateChat({ as: 'riya' });
    await waitFor(() => expect(where()).toBe('/v1'));
    expect(toasts()).toEqual(['You cannot chat with yourself.']);
    expect(asked('/chat/messages')).toEqual([]);
  });

  it('PC-28, SH-27: a user who does not exist is refused', async () => {
    const { where } = await showPrivateChat({ exists: false });
    await waitFor(() => expect(where()).toBe('/v1'));
    expect(toasts()).toContain('User not found');
    expect(openChatUser.get()).toBeNull();
  });

  it('PC-29, Q-09: a guest is not looked up, and the chat opens', async () => {
    const { asked } = await showPrivateChat({ page, recipient: '_guest-ivy' });
    expect(await screen.findByText('tea?')).toBeTruthy();
    expect(asked('/exists')).toEqual([]);
  });

  it('AU-34, Q-15: a guest’s chat opens without a subscription check', async () => {
    const { asked } = await showConnectedChat({ page, as: '_guest-kabir' });
    expect(await screen.findByText('tea?')).toBeTruthy();
    expect(asked('/exists')).toHaveLength(1);
    expect(asked('/subscriptions/check')).toEqual([]);
  });

  it('PC-46: a failed check is shown, and the chat stays usable', async () => {
    await showPrivateChat({
      page,
      answer: ({ path }) => (path.includes('/exists') ? { status: 500, body: { detail: 'no' } } : undefined),
    });
    await waitFor(() => expect(toasts()).toContain('Failed to verify recipient.'));
    expect(await screen.findByText('tea?')).toBeTruthy();
  });

  it('SH-59: the open chat is stored by the other user’s name', async () => {
    await showConnectedChat({ page });
    await screen.findByText('tea?');
    expect(openChatUser.get()).toBe('riya');
  });

  it('PC-08, PC-09, X-28: the blocked state replaces the chat, and the user who blocked can unblock', async () => {
    const { person, asked, change } = await showConnectedChat({
      page,
      block: { is_blocked: true, blocked_by_me: true },
    });
    expect(await screen.findByRole('heading', { name: 'Blocked' })).toBeTruthy();
    expect(screen.getByText('You have blocked riya or have been blocked by riya.')).toBeTruthy();
    expect(screen.queryByLabelText('Message')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Unblock' }));
    change({ block: { is_blocked: false, blocked_by_me: false } });
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('tea?')).toBeTruthy();
    expect(asked('/users/unblock')[0]?.body).toEqual({ blocked_username: 'riya' });
  });

  it('PC-49, SV-39: a refused history shows the blocked state', async () => {
    await showConnectedChat({
      block: { is_blocked: true, blocked_by_me: false },
      answer: ({ path }) =>
        path.startsWith('/chat/messages')
          ? { status: 403, body: { detail: 'You are blocked by this user', code: 'blocked_by_user' } }
          : undefined,
    });
    expect(await screen.findByRole('heading', { name: 'Blocked' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Unblock' })).toBeNull();
  });

  it('RT-23: a block that begins while the chat is open replaces it immediately', async () => {
    const { hear, change } = await showConnectedChat({ page });
    await screen.findByText('tea?');
    change({ block: { is_blocked: true, blocked_by_me: false } });
    hear('blocked_notification', { username: 'riya', is_blocked: true });
    expect(await screen.findByRole('heading', { name: 'Blocked' })).toBeTruthy();
    expect(screen.queryByText('tea?')).toBeNull();
  });
});

describe('the connection of a private chat', () => {
  it('PC-20, PC-23 to PC-25, PC-14: without a connection the input is disabled, and the draft stays', async () => {
    const { person, socket } = await showConnectedChat({ page });
    await screen.findByText('tea?');
    await person.type(await input(), 'half a sen');
    act(() => socket.drop());
    await waitFor(async () => expect((await input()).disabled).toBe(true));
    expect((await input()).value).toBe('half a sen');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    const image = await screen.findByRole('button', { name: 'Add image' });
    expect(image.getAttribute('aria-disabled')).toBe('true');
    await person.click(image);
    expect(toasts()).toContain('Not connected to server');
    expect(screen.queryByRole('dialog', { name: 'Add Image' })).toBeNull();
    expect(socket.tries()).toBe(1);
  });

  it('PC-19, X-32, R-04: a press on the icon reconnects, and the chat catches up', async () => {
    const { person, socket, asked, change } = await showConnectedChat({ page });
    await screen.findByText('tea?');
    act(() => socket.drop());
    await person.click(await screen.findByRole('button', { name: /^Disconnected/ }));
    expect(await screen.findByRole('button', { name: 'Reconnecting' })).toBeTruthy();
    expect(socket.tries()).toBe(2);
    act(() => socket.say('connect_error', new Error('refused')));
    await person.click(await screen.findByRole('button', { name: /^Connection error/ }));
    change({ page: privatePageOf([privateMessageAt(3, { content: 'still there?' })]) });
    act(() => socket.accept());
    expect(await screen.findByText('still there?')).toBeTruthy();
    expect(asked('after_sequence=2')[0]?.path).toContain('after_revision=0');
    expect((await input()).disabled).toBe(false);
  });
});

describe('typing in a private chat', () => {
  it('GC-51: in both directions', async () => {
    const { person, socket, hear } = await showConnectedChat({ page });
    await screen.findByText('tea?');
    hear('typing_start', { username: 'riya' });
    expect(await screen.findByText('riya is typing…')).toBeTruthy();
    hear('message', privateMessageAt(3, { content: 'now' }));
    await waitFor(() => expect(screen.queryByText('riya is typing…')).toBeNull());
    await person.type(await input(), 'a');
    expect(socket.payloads('typing_start')).toEqual([{ recipient: 'riya' }]);
  });

  it('a blocked user is not shown as typing, also after the block ends', async () => {
    const { hear } = await showConnectedChat({ page });
    await screen.findByText('tea?');
    hear('typing_start', { username: 'riya' });
    expect(await screen.findByText('riya is typing…')).toBeTruthy();
    hear('blocked_notification', { username: 'riya', is_blocked: false });
    await waitFor(() => expect(screen.queryByText('riya is typing…')).toBeNull());
  });
});
