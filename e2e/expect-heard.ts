import { expect, type Page } from '@playwright/test';
import type { Screen } from './every-screen.ts';
import { heardOn } from './heard-on-screens.ts';
import { readAloud } from './screen-reader.ts';

/** Chats fill the screen of phones: there is no header. */
const FILLS_PHONES = new Set(['room', 'room from outside', 'private chat', 'video in a room', 'new room']);

/** The landmarks of the main screen, on which most screens are; `inside` are those of the content. */
const onMainScreen = {
  desktop: (inside: readonly string[], _name: string) => ['banner', 'navigation Main', 'main', ...inside],
  phone: (inside: readonly string[], name: string) => [
    ...(FILLS_PHONES.has(name) ? [] : ['banner']),
    'main',
    ...inside,
    'contentinfo',
    'navigation Main',
  ],
};

const isOnMainScreen = ({ as, name }: Screen): boolean => as !== 'nobody' && name !== 'administration';

/**
 * Fails unless an open screen is read aloud as it should be (SH-50): its landmarks and headings in order, every control by its name;
 * on a desktop also every word.
 */
export async function expectHeard(page: Page, screen: Screen, where: 'desktop' | 'phone'): Promise<void> {
  const dialog = page.getByRole('dialog');
  const isDialog = (await dialog.count()) > 0;
  const name = `${screen.name} on a ${where}`;
  const landmarks = await readAloud(isDialog ? dialog : page.locator('body'), name, !isDialog);
  if (!isDialog && isOnMainScreen(screen)) {
    const inside = landmarks
      .slice(landmarks.indexOf('main') + 1)
      .filter((each) => !/^contentinfo|Main$/.test(each));
    expect(landmarks, `the landmarks of ${name}`).toEqual(onMainScreen[where](inside, screen.name));
  }
  if (where === 'phone') return;
  const content = isDialog ? dialog : page.getByRole('main');
  // Nothing is loading any more; all differences are reported, not the first one alone.
  await expect
    .soft(content, name)
    .toMatchAriaSnapshot(heardOn[screen.name] ?? '- missing', { timeout: 5000 });
}
