import { randomUUID } from 'node:crypto';
import { privateSocket, type PrivateOutgoing, type SendPrivateMessage } from '@adda/contract/direct';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import type { Locator, Page } from '@playwright/test';
import { io, type Socket } from 'socket.io-client';
import { randomPicture } from '../server/src/features/media/pictures.fixture.ts';
import { openInbox } from './chats.ts';
import { expect } from './journey.ts';
import type { Server } from './server.ts';

type Person = { readonly username: string; readonly token: string };

/** A text, or the id of an uploaded picture with or without one. */
type Words = string | { readonly content: string; readonly image_id: string };

type Listens = {
  [E in 'message_confirmation' | 'error']: (payload: PrivateOutgoing[E]) => void;
};
type Emits = { message: (message: SendPrivateMessage) => void };
type PrivateSocket = Socket<Listens, Emits>;

/**
 * Sends private messages over a connection of their own, as another device of the sender does. Resolves with the code of the
 * first refusal; undefined if all are stored.
 */
export async function writePrivately(
  { url }: Pick<Server, 'url'>,
  { username, token }: Person,
  recipient: string,
  ...messages: readonly Words[]
): Promise<string | undefined> {
  const socket: PrivateSocket = io(url, {
    path: privateSocket.path,
    transports: ['websocket'],
    forceNew: true,
    query: { token, self: username },
  });
  try {
    for (const words of messages) {
      const message = typeof words === 'string' ? { content: words } : words;
      const code = await send(socket, { ...message, recipient, clientMessageId: randomUUID() });
      if (code !== undefined) return code;
    }
    return undefined;
  } finally {
    socket.close();
  }
}

/** Sends one message; resolves with the code of its refusal. */
function send(socket: PrivateSocket, message: SendPrivateMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    socket.on('message_confirmation', ({ clientMessageId: id }) => {
      if (id === message.clientMessageId) resolve(undefined);
    });
    socket.on('error', ({ clientMessageId: id, code }) => {
      if (id === message.clientMessageId) resolve(code);
    });
    socket.on('connect_error', reject);
    socket.emit('message', message);
  });
}

/** Uploads a picture to be sent with a message; resolves with its id. */
export async function uploadPicture({ url }: Pick<Server, 'url'>, { token }: Person): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await randomPicture().jpeg().toBuffer())]), 'me.jpg');
  const answer = await fetch(`${url}/api/images/upload-image-preview/`, {
    method: 'POST',
    headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` },
    body: form,
  });
  const { image_id: id }: { image_id: string } = JSON.parse(await answer.text());
  return id;
}

/** Opens the main screen with the recent chats. */
export async function openHistory(page: Page): Promise<void> {
  await page.goto('/v1');
  await openInbox(page);
}

/** The row above the recent chats that opens the list of requests. */
export const requestsRow = (page: Page, count: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Requests \\(${count}\\)`) });

/** The request of a user in the open list of requests. */
export const requestOf = (page: Page, { username }: Pick<Person, 'username'>): Locator =>
  page.getByRole('region', { name: 'Requests' }).getByRole('link', { name: new RegExp(username) });

/** What the reader can do with an open request. */
export const requestBar = (page: Page, { username }: Pick<Person, 'username'>): Locator =>
  page.getByRole('region', { name: `Request of ${username}` });

/** Opens the request of a user from the list of requests. */
export async function openRequest(page: Page, sender: Pick<Person, 'username'>): Promise<void> {
  const list = page.getByRole('list', { name: 'Requests' });
  if (!(await list.isVisible())) await page.getByRole('button', { name: /^Requests \(/ }).click();
  await requestOf(page, sender).click();
  await expect(requestBar(page, sender)).toBeVisible();
}
