import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, rowOf } from './journey.ts';

/** The input of the open chat. */
export const messageInput = (page: Page): Locator => page.getByLabel('Message', { exact: true });

/** The tick of an own message in the open chat: 'Sent', 'Delivered' or 'Read'. */
export const tickOf = (page: Page, text: string, state: string): Locator =>
  rowOf(page, text).getByRole('img', { name: state, exact: true });

/** Opens the menu of a message with the mouse, and chooses an entry. */
export async function chooseAction(row: Locator, entry: string): Promise<void> {
  await row.hover();
  await row.getByRole('button', { name: /^Options of the message/ }).click();
  await row.page().getByRole('menuitem', { name: entry, exact: true }).click();
}

/** The middle of an element, in pixels of the window. */
export async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Keeps a finger on an element until `isDone` resolves. */
export async function longPress(target: Locator, isDone: () => Promise<void>): Promise<void> {
  const page = target.page();
  const finger: CDPSession = await page.context().newCDPSession(page);
  const point = await middleOf(target);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await isDone();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

/** Opens the emoji and the actions of a message with a finger; resolves with their sheet. */
export async function openSheet(target: Locator): Promise<Locator> {
  const sheet = target.page().getByRole('dialog', { name: /^Message from|^Your message$/ });
  await longPress(target, () => expect(sheet).toBeVisible());
  return sheet;
}
