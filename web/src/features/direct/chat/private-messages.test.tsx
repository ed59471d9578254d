import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { toast } from '../../../ui/toast-store.ts';
import { prefetchedComponents } from '../../messages/prefetch.ts';
import {
  privateMessageAt,
  privatePageOf,
  showConnectedChat,
  type PrivateStage,
} from './private-page.fixture.tsx';

vi.mock('socket.io-client', async () => (await import('./fake-socket.fixture.ts')).socketLibrary);

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => Promise.all(Object.values(prefetchedComponents).map((part) => part.load())));

/** Stubs the browser's confirm dialog, which the simulated DOM does not have. */
function answer(isYes: boolean) {
  const ask = vi.fn((_question?: string) => isYes);
  vi.stubGlobal('confirm', ask);
  return ask;
}

const toasts = () => toast.current().map(({ text }) => text);
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Message');
const page = privatePageOf([
  privateMessageAt(1, { content: 'tea?' }),
  privateMessageAt(2, { sender: 'asha', content: 'yes' }),
]);

/** The emitted messages. */
const idOf = (payload: unknown): string => String(Object(payload).clientMessageId);

let chats = 0;
/** Each test uses another account, so that unsent messages don't leak into the next test. */
async function open(stage: PrivateStage = {}) {
  chats += 1;
  const account = `asha${chats}`;
  const own = (message: (typeof page.messages)[number]) =>
    message.sender === 'asha' ? { ...message, sender: account } : message;
  const shown = await showConnectedChat({
    ...stage,
    as: account,
    page: privatePageOf((stage.page ?? page).messages.map(own), { has_more: stage.page?.has_more ?? false }),
  });
  await screen.findByText('tea?');
  const say = async (text: string) => {
    await shown.person.type(await field(), `${text}{Enter}`);
    await waitFor(() => expect(shown.socket.payloads('message').at(-1)).toMatchObject({ content: text }));
    return idOf(shown.socket.payloads('message').at(-1));
  };
  return { ...shown, account, say };
}

const confirmation = (clientMessageId: string | null, sequence = 3) => ({
  clientMessageId,
  _id: `p-${sequence}`,
  timestamp: '2026-11-21T10:00:09.000Z',
  sequence,
  client_timestamp: null,
});

describe('sending a message in a private chat', () => {
  it('PC-26, RT-18: it is shown immediately, sent with an id, and acknowledged once', async () => {
    const { say, socket, hear, account } = await open();
    const id = await say('with ginger');
    expect(screen.getByText('with ginger')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Sending' })).toBeTruthy();
    expect(socket.payloads('message')).toEqual([
      { recipient: 'riya', content: 'with ginger', timestamp: expect.any(String), clientMessageId: id },
    ]);
    hear('message_confirmation', confirmation(id));
    hear('message', privateMessageAt(3, { sender: account, content: 'with ginger', clientMessageId: id }));
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Sending' })).toBeNull());
    expect(screen.getAllByText('with ginger')).toHaveLength(1);
  });

  it('Q-41: a message that returns without its id is matched by its content', async () => {
    const { say, hear, account } = await open();
    await say('with milk');
    hear('message', privateMessageAt(3, { sender: account, content: 'with milk', clientMessageId: null }));
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Sending' })).toBeNull());
    expect(screen.getAllByText('with milk')).toHaveLength(1);
  });

  it('X-19: a refusal is shown at the message, which can be edited again', async () => {
    const { say, hear, person } = await open();
    const id = await say('are you there');
    const detail = 'User is not accepting messages right now.';
    hear('error', { code: 'recipient_unavailable', detail, clientMessageId: id });
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Put back' }));
    expect((await field()).value).toBe('are you there');
  });

  it('PC-49: a refusal because of a block shows the blocked state and keeps the text', async () => {
    const { say, hear, change } = await open();
    const id = await say('hello');
    change({ block: { is_blocked: true, blocked_by_me: false } });
    hear('error', { code: 'blocked_by_user', detail: 'You are blocked by this user', clientMessageId: id });
    expect(await screen.findByRole('heading', { name: 'Blocked' })).toBeTruthy();
    expect(toast.current()).toMatchObject([{ text: 'You are blocked by this user', tone: 'problem' }]);
    change({ block: { is_blocked: false, blocked_by_me: false } });
    hear('blocked_notification', { username: 'riya', is_blocked: false });
    expect(await screen.findByText('You are blocked by this user')).toBeTruthy();
    expect(screen.getByText('hello')).toBeTruthy();
  });

  it('PC-48: an error about an invalid payload is shown', async () => {
    const { hear } = await open();
    hear('error', { code: 'invalid_message', detail: 'Invalid message received' });
    expect(toasts()).toContain('Invalid message received');
  });

  it('R-03: a message that was pending when the connection was lost is retried with the same id', async () => {
    const { say, socket, person } = await open();
    const id = await say('once more');
    act(() => socket.drop());
    expect(await screen.findByRole('img', { name: 'Queued' })).toBeTruthy();
    await person.click(await screen.findByRole('button', { name: /^Disconnected/ }));
    act(() => socket.accept());
    await waitFor(() => expect(socket.payloads('message').map(idOf)).toEqual([id, id]));
  });
});

describe('the messages of a private chat', () => {
  it('PC-10, PC-11: older ones on request, and the time as hh:mm a', async () => {
    const newest = [privateMessageAt(2, { content: 'tea?' }), privateMessageAt(3, { sender: 'asha' })];
    const older = privatePageOf([privateMessageAt(1, { content: 'long ago' })]);
    const { person } = await open({
      page: privatePageOf(newest, { has_more: true }),
      answer: ({ path }) => (path.includes('before=') ? { body: older } : undefined),
    });
    expect(screen.getAllByText('03:30 pm')).toHaveLength(2);
    await person.click(screen.getByRole('button', { name: 'Load Older Messages' }));
    expect(await screen.findByText('long ago')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load Older Messages' })).toBeNull();
  });

  it('PC-43: shows why they did not load, and retries', async () => {
    const { person, change } = await showConnectedChat({
      page,
      answer: ({ path }) =>
        path.startsWith('/chat/messages') ? { status: 500, body: { detail: 'Out of tea' } } : undefined,
    });
    expect(await screen.findByText('Error fetching messages: Out of tea')).toBeTruthy();
    change({ answer: undefined });
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('tea?')).toBeTruthy();
  });

  /** Presses a message's button and confirms the browser's dialog; returns the question. */
  async function deleteOneOf(name: string, person: Awaited<ReturnType<typeof open>>['person']) {
    const ask = answer(true);
    const [button] = await screen.findAllByRole('button', { name });
    if (!button) throw new Error('no button');
    await person.click(button);
    return String(ask.mock.lastCall?.[0]);
  }

  it('PC-13, PC-30, PC-47, Q-07: an own message is deleted for both and leaves a marker', async () => {
    const { person, asked, account } = await open();
    const question = await deleteOneOf(`Delete the message from ${account}`, person);
    expect(question).toContain('It goes for you and for riya.');
    expect(await screen.findByText('This message was deleted')).toBeTruthy();
    expect(asked('/delete_messages')[0]?.body).toEqual({
      message_ids: ['p-2'],
      recipient: 'riya',
      currentUser: account,
    });
  });

  it('PC-13, Q-07: a message of the other user is deleted only for this user, without a marker', async () => {
    const { person, hear } = await open();
    const question = await deleteOneOf('Delete the message from riya', person);
    expect(question).toContain('It goes for you only');
    await waitFor(() => expect(screen.queryByText('tea?')).toBeNull());
    expect(screen.queryByText('This message was deleted')).toBeNull();
    // A late event does not restore it.
    hear('message', privateMessageAt(1, { content: 'tea?' }));
    expect(screen.queryByText('tea?')).toBeNull();
  });

  it('PC-30: nothing is deleted if the user cancels', async () => {
    const { person, asked } = await open();
    answer(false);
    await person.click(await screen.findByRole('button', { name: 'Delete the message from riya' }));
    await person.click(screen.getByRole('button', { name: 'Delete all messages' }));
    expect(screen.getByText('tea?')).toBeTruthy();
    expect(asked('/delete_messages')).toEqual([]);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('Q-06: messages deleted on another device disappear (hidden: %s)', async (hidden, places) => {
    const { hear } = await open();
    const event = {
      username: 'riya',
      peer: 'riya',
      message_ids: ['p-1'],
      sequences: [1],
      hidden,
      cleared_to: 0,
      revision: 1,
    };
    hear('message_deleted', event);
    await waitFor(() => expect(screen.queryByText('tea?')).toBeNull());
    expect(screen.queryAllByText('This message was deleted')).toHaveLength(places);
  });

  it('Q-06: a deletion without ids is requested from the server', async () => {
    const { hear, change } = await open();
    await screen.findByText('tea?');
    change({ page: privatePageOf([], { last_sequence: 2, deleted_sequences: [1], revision: 2 }) });
    const nothing = { message_ids: [], sequences: [], hidden: false, cleared_to: 0 };
    hear('message_deleted', { username: 'riya', peer: 'riya', ...nothing, revision: 2 });
    await waitFor(() => expect(screen.queryByText('tea?')).toBeNull());
  });

  it('PC-02, Q-08: deleting all states for whom, and sends no ids', async () => {
    const { person, asked, account, change } = await open();
    const ask = answer(true);
    change({ page: privatePageOf([], { last_sequence: 2, cleared_to: 2, revision: 1 }) });
    await person.click(screen.getByRole('button', { name: 'Delete all messages' }));
    expect(ask.mock.lastCall?.[0]).toContain('What riya wrote goes for you only.');
    expect(await screen.findByText('Nothing said yet')).toBeTruthy();
    expect(asked('/delete_messages')[0]?.body).toEqual({
      message_ids: [],
      recipient: 'riya',
      currentUser: account,
    });
    expect(toasts()).toContain('All messages deleted successfully');
  });
});

describe('reporting and blocking', () => {
  it('PC-16, PC-01: one dialog leads to both', async () => {
    const { person, asked, change } = await open();
    await person.click(screen.getByRole('button', { name: 'Report or Block' }));
    const dialog = await screen.findByRole('dialog', { name: 'Report or Block User' });
    await person.click(within(dialog).getByRole('button', { name: 'Report riya' }));
    const report = await screen.findByRole('dialog', { name: 'Report riya' });
    await person.click(within(report).getByRole('button', { name: 'Cancel' }));
    await person.click(screen.getByRole('button', { name: 'Report or Block' }));
    await person.click(await screen.findByRole('button', { name: 'Block riya' }));
    const sure = await screen.findByRole('dialog', { name: 'Block riya?' });
    change({ block: { is_blocked: true, blocked_by_me: true } });
    await person.click(within(sure).getByRole('button', { name: 'Block' }));
    expect(await screen.findByRole('heading', { name: 'Blocked' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const call = asked('/users/block').find(({ path }) => path === '/users/block');
    expect(call?.body).toEqual({ blocked_username: 'riya' });
  });
});

describe('links of a new contact', () => {
  const address = 'https://tea.example/cup';
  const stage = {
    page: privatePageOf([privateMessageAt(1, { content: `tea? ${address}` })], { plain_links: true }),
  };

  it('SV-105: stay text until this user replies, and are links then', async () => {
    const account = 'asha-plain';
    const shown = await showConnectedChat({ ...stage, as: account });
    expect(await screen.findByText(/tea\.example/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: address })).toBeNull();
    shown.hear(
      'message',
      privateMessageAt(2, { sender: account, recipient: 'riya', content: 'who are you?' }),
    );
    expect(await screen.findByRole('link', { name: address })).toBeTruthy();
  });
});
