import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { privateMessageAt, privatePageOf, showConnectedChat } from './private-page.fixture.tsx';

vi.mock('socket.io-client', async () => (await import('./fake-socket.fixture.ts')).socketLibrary);

// The draft of one test must not appear in the next.
afterEach(() => sessionStorage.clear());

const input = () => screen.findByLabelText<HTMLTextAreaElement>('Message');
const page = privatePageOf([privateMessageAt(1, { content: 'tea?' })]);

describe('the focus while the connection of a private chat is lost', () => {
  const icon = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) });

  it('PC-20, PC-23: moves to the icon that reconnects, and returns to the caret afterwards', async () => {
    const { person, socket } = await showConnectedChat({ page });
    await screen.findByText('tea?');
    await person.type(await input(), 'half a sen');
    (await input()).setSelectionRange(4, 4);
    act(() => socket.drop());
    expect(document.activeElement).toBe(await icon('Disconnected'));
    await person.keyboard('{Enter}');
    expect(socket.tries()).toBe(2);
    act(() => socket.accept());
    await waitFor(async () => expect(document.activeElement).toBe(await input()));
    expect((await input()).selectionStart).toBe(4);
    expect((await input()).value).toBe('half a sen');
  });

  it('PC-23: moves there from Send too, and to the input afterwards', async () => {
    const { person, socket } = await showConnectedChat({ page });
    await screen.findByText('tea?');
    await person.type(await input(), 'tea');
    act(() => screen.getByRole('button', { name: 'Send' }).focus());
    act(() => socket.drop());
    expect(document.activeElement).toBe(await icon('Disconnected'));
    act(() => socket.accept());
    await waitFor(async () => expect(document.activeElement).toBe(await input()));
  });

  it('stays where it is if the user moved it elsewhere', async () => {
    const { person, socket } = await showConnectedChat({ page });
    await screen.findByText('tea?');
    await person.type(await input(), 'tea');
    act(() => socket.drop());
    const back = screen.getByRole('link', { name: 'Back to the chats' });
    act(() => back.focus());
    act(() => socket.accept());
    await waitFor(async () => expect((await input()).disabled).toBe(false));
    expect(document.activeElement).toBe(back);
    act(() => socket.drop());
    expect(document.activeElement).toBe(back);
  });
});
