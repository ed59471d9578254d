import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { privateMessageAt, privatePageOf, showConnectedChat } from '../chat/private-page.fixture.tsx';
import type { RecordedRequest } from '../../../test/answering-server.ts';

vi.mock('socket.io-client', async () => (await import('../chat/fake-socket.fixture.ts')).socketLibrary);

const input = () => screen.findByLabelText<HTMLTextAreaElement>('Message', { selector: 'textarea' });
const sentBy = (socket: { payloads: (event: string) => readonly unknown[] }) => socket.payloads('message');

/** Answers to requests are accepted. */
const answer = ({ path }: RecordedRequest) =>
  path.startsWith('/chat/requests') ? { body: { message: 'ok' } } : undefined;

it('MR-02: a request has a bar in place of the input; accepting opens the input and moves the focus to it', async () => {
  const page = privatePageOf([privateMessageAt(1)], { is_request: true, plain_links: true });
  const { person, asked } = await showConnectedChat({ page, answer });
  const bar = within(await screen.findByRole('region', { name: 'Request of riya' }));
  expect(bar.getByText(/They don’t see that you read this until you accept/)).toBeTruthy();
  expect(bar.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Accept',
    'Answer',
    'Decline',
    'Block',
    'Report',
  ]);
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  await person.click(bar.getByRole('button', { name: 'Accept' }));
  expect(await input()).toBeTruthy();
  expect(asked('/chat/requests/accept').map(({ body }) => body)).toEqual([{ username: 'riya' }]);
  await waitFor(async () => expect(document.activeElement).toBe(await input()));
});

it('MR-02: ‘Answer’ opens the input and moves the focus to it; an acceptance on another device does too', async () => {
  const page = privatePageOf([privateMessageAt(1)], { is_request: true });
  const first = await showConnectedChat({ page, answer });
  await first.person.click(await screen.findByRole('button', { name: 'Answer' }));
  await waitFor(async () => expect(document.activeElement).toBe(await input()));
  first.unmount();
  const second = await showConnectedChat({ page, answer });
  await screen.findByRole('region', { name: 'Request of riya' });
  second.hear('chat_request_closed', { username: 'riya', accepted: true });
  expect(await input()).toBeTruthy();
});

it('MR-02: declining leaves the chat', async () => {
  const page = privatePageOf([privateMessageAt(1)], { is_request: true });
  const { person, asked, where } = await showConnectedChat({ page, answer });
  await person.click(await screen.findByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(where()).toBe('/v1'));
  expect(asked('/chat/requests/decline')).toHaveLength(1);
});

it('MR-01: a stranger sees how many texts are left, may add no files, and waits after the last; typed text stays', async () => {
  const page = privatePageOf([privateMessageAt(1, { sender: 'asha' })], { texts_left: 2 });
  const { person, hear } = await showConnectedChat({ page });
  expect(await screen.findByText('You can send 2 more texts until riya answers.')).toBeTruthy();
  const image = await screen.findByRole('button', { name: 'Add image' });
  expect(image.getAttribute('aria-disabled')).toBe('true');
  await person.click(image);
  expect(screen.queryByRole('dialog', { name: 'Add Image' })).toBeNull();
  hear('message', privateMessageAt(2, { sender: 'asha' }));
  expect(await screen.findByText('You can send 1 more text until riya answers.')).toBeTruthy();
  await person.type(await input(), 'one more thing');
  hear('message', privateMessageAt(3, { sender: 'asha' }));
  expect(await screen.findByText('Wait for an answer before you write more')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  hear('message', privateMessageAt(4));
  expect((await input()).value).toBe('one more thing');
});

it('MR-04: a stranger is asked before a text goes out that names a number; the text stays', async () => {
  const { person, socket } = await showConnectedChat({ page: privatePageOf([], { texts_left: 3 }) });
  await screen.findByText(/3 more texts/);
  await person.clear(await input());
  await person.type(await input(), 'call +91 98765 43210{Enter}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Send this?' }));
  expect(question.getByText('a phone number')).toBeTruthy();
  expect(sentBy(socket)).toEqual([]);
  await person.keyboard('{Enter}');
  expect((await input()).value).toBe('call +91 98765 43210');
  expect(document.activeElement).toBe(await input());
  await person.keyboard('{Enter}');
  await person.click(await screen.findByRole('button', { name: 'Send anyway' }));
  await waitFor(() => expect(sentBy(socket)).toHaveLength(1));
  expect((await input()).value).toBe('');
});

it('MR-04: a message with a caution has a warning above it', async () => {
  const message = privateMessageAt(1, { content: 'pay riya@ybl', caution: ['payment'] });
  await showConnectedChat({ page: privatePageOf([message], { is_request: true }), answer });
  expect((await screen.findByRole('note')).textContent).toContain('Never pay somebody you don’t know');
});
