import type { MessageDraft } from '@adda/contract/messages';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createShellConnection } from '../../../test/shell-connection.fixture.ts';
import { followDrafts } from '../../messages/index.ts';
import { failure } from '../../rooms/room-page.fixture.tsx';
import { sharedDrafts } from '../../messages/forwards/index.ts';
import { prefetchedComponents } from '../../messages/prefetch.ts';
import { privateMessageAt, privatePageOf, showConnectedChat } from './private-page.fixture.tsx';

vi.mock('socket.io-client', async () => (await import('./fake-socket.fixture.ts')).socketLibrary);

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => Promise.all(Object.values(prefetchedComponents).map((part) => part.load())));

const input = () => screen.getByLabelText<HTMLTextAreaElement>('Message');
const timeOf = (n: number) => new Date(Date.parse('2026-11-23T10:00:00.000Z') + n * 1000).toISOString();
const asked = privateMessageAt(1, { content: 'tea?' });
let chats = 0;

/** The drafts on the server, which notifies the screens of each change as it does for all devices of the user. */
function createServer() {
  const { connection, say } = createShellConnection();
  let stored: MessageDraft[] = [];
  let changes = 0;
  const draftOf = (text: string, replyTo: string | null = null): MessageDraft => {
    changes += 1;
    return { recipient: 'riya', text, reply_to: replyTo, updated_at: timeOf(changes) };
  };
  return {
    connection,
    isDown: false,
    /** Changes the draft from another device. */
    write(text: string, replyTo: string | null = null) {
      const draft = draftOf(text, replyTo);
      stored = text === '' ? [] : [draft];
      act(() => say('draft_changed', draft));
    },
    answer(method: string, body: unknown) {
      if (this.isDown) return { isLost: true };
      if (method === 'GET') return { body: { drafts: stored } };
      const { text, reply_to: replyTo } = Object(body) as { text: string; reply_to: string | null };
      const draft = draftOf(text, replyTo);
      stored = text === '' ? [] : [draft];
      say('draft_changed', draft);
      return { body: { draft: text === '' ? null : draft } };
    },
    texts: () => stored.map(({ text }) => text),
  };
}

/** Opens the chat with riya, who asked 'tea?', on a device; each test has another account. */
async function open({
  as,
  server = createServer(),
}: { as?: string; server?: ReturnType<typeof createServer> } = {}) {
  chats += 1;
  const account = as ?? `mira${chats}`;
  const shown = await showConnectedChat({
    as: account,
    page: privatePageOf([asked]),
    answer({ method, path, body }) {
      if (path.startsWith('/drafts')) return server.answer(method, body);
      if (path.endsWith('/p-1')) return { body: asked };
      return path.endsWith('/p-9') ? failure(404, 'Message not found', 'message_not_found') : undefined;
    },
  });
  const stop = followDrafts(server.connection, shown.client);
  await screen.findByText('tea?');
  await waitFor(() => expect(shown.asked('/drafts').length).toBeGreaterThan(0));
  /** The texts that this device stored. */
  const puts = () =>
    shown
      .asked('/drafts')
      .filter(({ method }) => method === 'PUT')
      .map(({ body }) => Object(body).text as string);
  return { ...shown, account, server, puts, stop };
}

describe('FT-04: a draft', () => {
  it('is stored after a pause, and at once when the chat is left or the page is hidden', async () => {
    const { person, puts, unmount } = await open();
    await person.type(input(), 'see');
    expect(puts()).toEqual([]);
    await waitFor(() => expect(puts()).toEqual(['see']));
    await person.type(input(), ' you');
    vi.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true);
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(puts()).toEqual(['see', 'see you']), { timeout: 500 });
    await waitFor(() =>
      expect(sessionStorage.getItem(`draft/mira${chats}/@riya/synced`)).toContain('see you'),
    );
    await person.type(input(), ' at ten');
    unmount();
    await waitFor(() => expect(puts().at(-1)).toBe('see you at ten'), { timeout: 500 });
  });

  it('appears on another device with its quote, and follows what is typed there', async () => {
    const server = createServer();
    server.write('with ginger', 'p-1');
    await open({ server });
    await waitFor(() => expect(input().value).toBe('with ginger'));
    expect(screen.getByText('Reply to', { exact: false }).textContent).toBe('Reply to riya');
    server.write('with ginger and milk', 'p-1');
    await waitFor(() => expect(input().value).toBe('with ginger and milk'));
    server.write('no tea');
    await waitFor(() => expect(input().value).toBe('no tea'));
    expect(screen.queryByText('Reply to', { exact: false })).toBeNull();
  });

  it('is never overwritten while it is typed here: the last change is stored', async () => {
    const { person, server, puts } = await open();
    await person.type(input(), 'from here');
    server.write('from there');
    expect(input().value).toBe('from here');
    await waitFor(() => expect(server.texts()).toEqual(['from here']));
    expect(puts()).toEqual(['from here']);
    expect(input().value).toBe('from here');
  });

  it('leaves the input when another device sent it, and stays away after it was sent here', async () => {
    const { person, server, puts, socket } = await open();
    await person.type(input(), 'hello');
    await waitFor(() => expect(puts()).toEqual(['hello']));
    server.write('');
    await waitFor(() => expect(input().value).toBe(''));
    await person.type(input(), 'again');
    await waitFor(() => expect(server.texts()).toEqual(['again']));
    await person.keyboard('{Enter}');
    expect(socket.payloads('message')).toMatchObject([{ content: 'again' }]);
    expect(input().value).toBe('');
    await waitFor(() => expect(server.texts()).toEqual([]));
    expect(input().value).toBe('');
    expect(puts()).toEqual(['hello', 'again', '']);
  });

  it('for the next message is stored after the message that still waits, which would remove it', async () => {
    const { person, server, puts, socket, hear } = await open();
    await person.type(input(), 'one{Enter}two');
    document.dispatchEvent(new Event('visibilitychange'));
    globalThis.dispatchEvent(new Event('online'));
    server.write('');
    expect(input().value).toBe('two');
    expect(puts()).toEqual([]);
    const { clientMessageId } = Object(socket.payloads('message')[0]) as { clientMessageId: string };
    const stored = { _id: 'p-2', sequence: 2, timestamp: timeOf(60), client_timestamp: null };
    hear('message_confirmation', { ...stored, clientMessageId });
    await waitFor(() => expect(server.texts()).toEqual(['two']));
    expect(puts()).toEqual(['two']);
    expect(input().value).toBe('two');
  });

  it('stays a reply if the message cannot be read, so that a whisper is never said to all', async () => {
    const server = createServer();
    server.write('between us', 'p-9');
    const { person } = await open({ server });
    await waitFor(() => expect(input().value).toBe('between us'));
    expect(await screen.findByText('Reply')).toBeTruthy();
    expect(screen.getByText('This message was deleted')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: "Don't reply" }));
    expect(input().value).toBe('between us');
  });

  it('waits for the server, and is not lost by a reload', async () => {
    const first = await open();
    first.server.isDown = true;
    await first.person.type(input(), 'offline');
    await waitFor(() => expect(first.puts()).toEqual(['offline']));
    first.unmount();
    first.stop();
    const second = await open({ as: first.account, server: createServer() });
    expect(input().value).toBe('offline');
    await waitFor(() => expect(second.server.texts()).toEqual(['offline']));
    second.server.isDown = true;
    await second.person.type(input(), ' again');
    await waitFor(() => expect(second.puts().at(-1)).toBe('offline again'));
    second.server.isDown = false;
    globalThis.dispatchEvent(new Event('online'));
    await waitFor(() => expect(second.server.texts()).toEqual(['offline again']));
  });
});

describe('PN-01: what another app shared', () => {
  const put = (text: string, onTaken: () => void) =>
    sharedDrafts.put(`mira${chats + 1}/@riya`, { text, files: [], onTaken });

  it('is in the input of the chosen chat, which has the focus; nothing is sent', async () => {
    const onTaken = vi.fn();
    put('rain at last', onTaken);
    const { socket, server } = await open();
    await waitFor(() => expect(input().value).toBe('rain at last'));
    expect(onTaken).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(input());
    await waitFor(() => expect(server.texts()).toEqual(['rain at last']));
    expect(socket.payloads('message')).toEqual([]);
  });

  it.each([
    ['a draft', null],
    ['a reply to a message that is read first', 'p-9'],
  ])('comes after %s that was begun on another device', async (_what, replyTo) => {
    const server = createServer();
    server.write('with ginger', replyTo);
    const onTaken = vi.fn();
    put('https://example.com/tea', onTaken);
    await open({ server });
    await waitFor(() => expect(input().value).toBe('with ginger\nhttps://example.com/tea'));
    await waitFor(() => expect(server.texts()).toEqual(['with ginger\nhttps://example.com/tea']));
    expect(onTaken).toHaveBeenCalledOnce();
  });
});
