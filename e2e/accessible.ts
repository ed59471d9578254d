import { expect, type BrowserContextOptions, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { desktop, phone, smallestPhone } from './journey.ts';

/** Where every view is walked through; {@link expectAccessible} looks at it in the other colours and sizes. */
export const layouts: readonly (readonly [where: string, options: BrowserContextOptions])[] = [
  ['on a desktop', desktop],
  ['on phones', smallestPhone],
];

/** What depends on the colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** What depends on the room that there is. */
const SIZE_RULES = ['color-contrast', 'scrollable-region-focusable'];

/**
 * What sticks out of the box around it sideways, by that box: boxes that are made to scroll down and scroll sideways as
 * well, and boxes that cut words off without an ellipsis. Pictures may be cut.
 */
function findCutOff(): string[] {
  const cuts = (box: Element) => getComputedStyle(box).overflowX !== 'visible';
  const scrolls = (box: Element) => /auto|scroll/.test(getComputedStyle(box).overflowX);
  // Made to be moved sideways, shortened with an ellipsis, or there for screen readers alone.
  const isMeant = (box: Element) => {
    const { textOverflow, clipPath } = getComputedStyle(box);
    return textOverflow === 'ellipsis' || clipPath === 'inset(50%)' || box.matches('[class*="overflow-x-"]');
  };
  const cutterOf = (text: Node) => {
    let box = text.parentElement;
    while (box && !cuts(box)) box = box.parentElement;
    return box;
  };
  const hasWordsOutside = (box: Element) => {
    const { left, right } = box.getBoundingClientRect();
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      const words = range.getBoundingClientRect();
      const isOutside = words.width > 0 && (words.right > right + 1 || words.left < left - 1);
      if (isOutside && cutterOf(text) === box) return true;
    }
    return false;
  };
  return [...document.body.querySelectorAll('*')]
    .filter((box) => cuts(box) && box.scrollWidth > box.clientWidth + 1 && !isMeant(box))
    .filter((box) => scrolls(box) || hasWordsOutside(box))
    .map((box) => box.outerHTML.slice(0, 200));
}

/** Waits until the page has been drawn as it is asked to be, and what moves or fades has come to an end. */
async function movementOver(): Promise<void> {
  // A change of the size or the colours reaches the page with its next frame.
  await new Promise((drawn) => requestAnimationFrame(drawn));
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/**
 * Leaves of every gradient the plain colour below it. Over a gradient axe can't tell the contrast, and what it can't tell
 * is no violation.
 */
function flattenGradients(): void {
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    if (!getComputedStyle(element).backgroundImage.includes('gradient(')) continue;
    element.style.backgroundImage = 'none';
    element.dataset['isFlat'] = '';
  }
}

/** Puts back what {@link flattenGradients} took. */
function restoreGradients(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-is-flat]')) {
    element.style.removeProperty('background-image');
    delete element.dataset['isFlat'];
  }
}

/** Fails with what axe found, by rule and place; of these rules, or of all. */
async function expectNoViolations(page: Page, view: string, rules?: string[]): Promise<void> {
  // Half-way from one colour to another nothing has the contrast that it will have.
  await page.evaluate(movementOver);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  };
  // A page inside a frame is somebody else's.
  await page.evaluate(flattenGradients);
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run({ exclude: ['iframe'] }, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  );
  await page.evaluate(restoreGradients);
  expect(
    violations.map(({ id, nodes }) => `${view}: ${id} ${nodes.map((node) => node.html).join(' ')}`),
  ).toEqual([]);
}

/** Fails where the page or a box in it can be scrolled sideways or cuts words off. */
async function expectToFit(page: Page, view: string): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(sideways, `${view} scrolls sideways`).toBe(false);
  expect(await page.evaluate(findCutOff), `${view} cuts off what is in it`).toEqual([]);
}

/**
 * Fails where axe finds something in what is shown, light or dark, or where it does not fit. What is shown on the
 * smallest phone is looked at on a usual one as well.
 */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  // What is looked at is the view with its data, not what stood there while it came.
  await expect(page.locator('.skeleton').filter({ visible: true }), `${view} has its data`).toHaveCount(0);
  await expectNoViolations(page, view);
  await expectToFit(page, view);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html:not([data-theme="light"])'), `${view} turns dark`).toBeAttached();
  await expectNoViolations(page, `${view}, dark`, COLOUR_RULES);
  const size = page.viewportSize();
  if (size?.width === smallestPhone.viewport.width) {
    await page.setViewportSize(phone.viewport);
    await expectNoViolations(page, `${view}, dark, on a usual phone`, SIZE_RULES);
    await expectToFit(page, `${view} on a usual phone`);
    await page.setViewportSize(size);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
