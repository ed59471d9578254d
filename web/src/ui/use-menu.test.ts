import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { place } from './use-menu.ts';

const [WINDOW_HEIGHT, MENU_HEIGHT] = [800, 100];

beforeEach(() => void vi.stubGlobal('innerHeight', WINDOW_HEIGHT));
afterEach(() => vi.unstubAllGlobals());

/** Places a menu at a button with this top, in a list with this bottom. Returns the top of the menu. */
function topOf({ button, bottom }: { button: number; bottom?: number }): number {
  const menu = document.createElement('div');
  Object.defineProperty(menu, 'offsetHeight', { value: MENU_HEIGHT });
  place(menu, new DOMRect(100, button, 40, 40), bottom);
  return Number.parseFloat(menu.style.getPropertyValue('inset') || menu.style.top);
}

it.each([
  ['below its button', { button: 100 }, 148],
  ['above it where the window ends', { button: 700 }, 592],
  ['above it where the list ends, so that it does not cover the input', { button: 560, bottom: 640 }, 452],
  ['below it if there is no space above', { button: 40, bottom: 120 }, 88],
])('a menu opens %s', (_where, given, top) => {
  expect(topOf(given)).toBe(top);
});
