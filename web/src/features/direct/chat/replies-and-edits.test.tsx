import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { prefetchedComponents } from '../../messages/prefetch.ts';
import { failure } from '../../rooms/room-page.fixture.tsx';
import {
  privateMessageAt,
  privatePageOf,
  showConnectedChat,
  type PrivateStage,
} from './private-page.fixture.tsx';

vi.mock('socket.io-client', async () => (await import('./fake-socket.fixture.ts')).socketLibrary);

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => Promise.all(Object.values(prefetchedComponents).map((part) => part.load())));

const input = () => screen.getByLabelText<HTMLTextAreaElement>('Message');
let chats = 0;

/** A chat in which riya asked 'tea?' and the user answered 'yes'; each test has another account. */
async function open(stage: PrivateStage = {}) {
  chats += 1;
  const account = `anju${chats}`;
  const messages = [
    privateMessageAt(1, { content: 'tea?' }),
    privateMessageAt(2, { sender: account, content: 'yes', timestamp: new Date().toISOString() }),
  ];
  const shown = await showConnectedChat({ ...stage, as: account, page: privatePageOf(messages) });
  await screen.findByText('tea?');
  const choose = async (sender: string, action: string) => {
    await shown.person.click(screen.getByRole('button', { name: `Options of the message from ${sender}` }));
    await shown.person.click(await screen.findByRole('menuitem', { name: action }));
    await waitFor(() => expect(document.activeElement).toBe(input()));
  };
  /** The edits that reached the server. */
  const edits = () =>
    shown
      .asked('/messages/')
      .filter(({ method }) => method === 'PATCH')
      .map(({ body }) => Object(body).content);
  return { ...shown, account, choose, edits };
}

describe('a reply', () => {
  it('RY-01: shows whom it answers, is sent with the id of that message, and quotes it while pending', async () => {
    const { choose, person, socket } = await open();
    await choose('riya', 'Reply');
    expect(screen.getByText('Reply to', { exact: false }).textContent).toBe('Reply to riya');
    await person.type(input(), 'with ginger{Enter}');
    expect(socket.payloads('message')).toMatchObject([{ content: 'with ginger', reply_to: 'p-1' }]);
    expect(screen.getAllByText('tea?')).toHaveLength(2);
    expect(screen.queryByText('Reply to', { exact: false })).toBeNull();
    await person.type(input(), 'plain{Enter}');
    expect(input().value).toBe('');
  });

  it('RY-01: Escape and the close button leave it, and the words stay', async () => {
    const { choose, person } = await open();
    await choose('riya', 'Reply');
    await person.type(input(), 'hm{Escape}');
    expect(screen.queryByText('Reply to', { exact: false })).toBeNull();
    expect(input().value).toBe('hm');
    await choose('riya', 'Reply');
    await person.click(screen.getByRole('button', { name: "Don't reply" }));
    expect(screen.queryByText('Reply to', { exact: false })).toBeNull();
    expect(document.activeElement).toBe(input());
    expect(input().value).toBe('hm');
  });

  it('RY-01: the draft remembers what it answers over a reload', async () => {
    const first = await open();
    await first.choose('riya', 'Reply');
    await first.person.type(input(), 'half');
    first.unmount();
    const second = await showConnectedChat({
      as: first.account,
      page: privatePageOf([privateMessageAt(1, { content: 'tea?' })]),
    });
    expect((await screen.findByText('Reply to', { exact: false })).textContent).toBe('Reply to riya');
    await second.person.type(input(), ' a cup{Enter}');
    await waitFor(() =>
      expect(second.socket.payloads('message')).toMatchObject([{ content: 'half a cup', reply_to: 'p-1' }]),
    );
  });

  it('RY-01: if the message is gone, the words stay with the reason and can be sent without the reply', async () => {
    const { choose, person, socket, hear } = await open();
    await choose('riya', 'Reply');
    await person.type(input(), 'with ginger{Enter}');
    const id = String(Object(socket.payloads('message')[0]).clientMessageId);
    const detail = 'The message you answer is not here any more';
    hear('error', { code: 'reply_not_found', detail, clientMessageId: id });
    expect(await screen.findByText(detail)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Send without reply' }));
    const last = socket.payloads('message').at(-1);
    expect(last).toMatchObject({ content: 'with ginger', clientMessageId: id });
    expect(last).not.toHaveProperty('reply_to');
  });
});

describe('an edit', () => {
  it('ED-05: Arrow up in an empty input edits the last own message; Escape leaves and the draft comes back', async () => {
    const { person, edits } = await open();
    await person.type(input(), '{ArrowUp}');
    expect(input().value).toBe('yes');
    expect(screen.getByText('Edit message')).toBeTruthy();
    await person.type(input(), '!{Escape}');
    expect(input().value).toBe('');
    await person.type(input(), 'a draft{ArrowUp}');
    expect(input().value).toBe('a draft');
    expect(edits()).toEqual([]);
  });

  it('ED-01, ED-05: Enter saves, the new text is shown at once, and what stood in the input comes back', async () => {
    const { account, choose, person, edits, change } = await open();
    change({
      answer: ({ method, path }) =>
        method === 'PATCH' && path.includes('/messages/p-2')
          ? {
              body: privateMessageAt(2, {
                sender: account,
                content: 'yes please',
                version: 1,
                edited_at: '2026-11-23T10:00:00.000Z',
              }),
            }
          : undefined,
    });
    await person.type(input(), 'a draft');
    await choose(account, 'Edit');
    expect(input().value).toBe('yes');
    await person.type(input(), ' please{Enter}');
    expect(screen.getByText('yes please')).toBeTruthy();
    expect(input().value).toBe('a draft');
    await waitFor(() => expect(edits()).toEqual(['yes please']));
    await waitFor(() => expect(screen.queryByText('saving…')).toBeNull());
    expect(screen.getByText('yes please')).toBeTruthy();
  });

  it('ED-01: an unchanged text closes without a request', async () => {
    const { account, choose, person, edits } = await open();
    await choose(account, 'Edit');
    await person.keyboard('{Enter}');
    expect(screen.queryByText('Edit message')).toBeNull();
    expect(edits()).toEqual([]);
  });

  it('ED-01: a removed text asks to delete the message instead', async () => {
    const { account, choose, person, edits } = await open();
    const confirm = vi.fn(() => false);
    vi.stubGlobal('confirm', confirm);
    await choose(account, 'Edit');
    await person.clear(input());
    await person.keyboard('{Enter}');
    expect(confirm).toHaveBeenCalledOnce();
    expect(screen.getByText('Edit message')).toBeTruthy();
    expect(edits()).toEqual([]);
    vi.unstubAllGlobals();
  });

  it('ED-01: a refused edit puts the former text back, and its words into the input with the reason', async () => {
    const detail = 'This message is too old to change';
    const { account, choose, person } = await open({
      answer: ({ method }) => (method === 'PATCH' ? failure(403, detail, 'edit_too_late') : undefined),
    });
    await choose(account, 'Edit');
    await person.type(input(), ' please{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
    expect(input().value).toBe('yes please');
    expect(screen.getAllByText('yes').length).toBeGreaterThan(0);
    await person.type(input(), '{Escape}');
    expect(input().value).toBe('');
  });

  it('ED-01: refused while something else is written, it waits beside the draft', async () => {
    const detail = 'This message is too old to change';
    const { account, choose, person } = await open({
      answer: ({ method }) => (method === 'PATCH' ? failure(403, detail, 'edit_too_late') : undefined),
    });
    await person.type(input(), 'a draft');
    await choose(account, 'Edit');
    await person.type(input(), ' please{Enter}');
    expect(await screen.findByText('Your edit was not saved')).toBeTruthy();
    expect(input().value).toBe('a draft');
    await person.click(screen.getByRole('button', { name: 'Edit again' }));
    expect(input().value).toBe('yes please');
    await person.type(input(), '{Escape}');
    expect(input().value).toBe('a draft');
  });
});
