import { randomUUID } from 'node:crypto';
import { groupSocket } from '@adda/contract/rooms';
import type { Locator, Page } from '@playwright/test';
import { io } from 'socket.io-client';
import { expect } from './journey.ts';
import type { Server } from './server.ts';

/** Chooses an entry in the menu of the open room. */
export async function chooseInRoomMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Group actions' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Opens a dialog from the menu of the open room; its title is the entry, unless another one is given. */
export async function openRoomDialog(
  page: Page,
  entry: string,
  title: string | RegExp = entry,
): Promise<Locator> {
  await chooseInRoomMenu(page, entry);
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The card of a room in the lists that are on screen. */
export const cardOf = (page: Page, groupId: string): Locator =>
  page.getByRole('listitem').filter({ has: page.locator(`a[href="/v1/group/${groupId}"]`) });

/** Many more unconfirmed messages would exceed the limit of a connection and close it. */
const MAX_UNCONFIRMED = 40;

/**
 * Writes texts into a room over one connection, without a page; resolves with the ids of the messages in the same order once
 * all of them are stored.
 */
export async function writeInRoom(
  { url }: Pick<Server, 'url'>,
  account: { username: string; token: string },
  groupId: string,
  texts: readonly string[],
): Promise<string[]> {
  const query = { token: account.token, self: account.username, group_id: groupId };
  const socket = io(url, { path: groupSocket.path, transports: ['websocket'], query });
  const ids = new Map<string, string>();
  // Unique: a repeated id would be taken for a retry.
  const run = randomUUID();
  const idOf = (index: number) => `${run}-${index}`;
  let sent = 0;
  const sendNext = () => {
    const content = texts[sent];
    if (content === undefined) return;
    socket.emit('group_message', { group_id: groupId, content, clientMessageId: idOf(sent) });
    sent += 1;
  };
  const allStored = new Promise<void>((resolve, reject) => {
    socket.on('error', ({ detail }) => reject(new Error(detail)));
    socket.on('message_confirmation', ({ clientMessageId, _id: id }) => {
      ids.set(clientMessageId, id);
      if (ids.size === texts.length) resolve();
      else sendNext();
    });
  });
  for (let n = 0; n < MAX_UNCONFIRMED; n += 1) sendNext();
  await allStored.finally(() => socket.close());
  return texts.map((_text, index) => ids.get(idOf(index)) ?? '');
}
