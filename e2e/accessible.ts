import { expect, type BrowserContextOptions, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { desktop, phone, smallestPhone } from './journey.ts';

/** The layouts that every view is tested in; {@link expectAccessible} also checks other colour schemes and sizes. */
export const layouts: readonly (readonly [where: string, options: BrowserContextOptions])[] = [
  ['on a desktop', desktop],
  ['on phones', smallestPhone],
];

/** Rules that depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules that depend on the size of the window. */
const SIZE_RULES = ['scrollable-region-focusable'];

/**
 * Returns the HTML of the boxes (200 characters each) whose content overflows sideways: boxes that are made to scroll
 * vertically and also scroll sideways, and boxes that clip text without an ellipsis. Pictures may be clipped.
 */
function findClipped(): string[] {
  const cuts = (box: Element) => getComputedStyle(box).overflowX !== 'visible';
  const scrolls = (box: Element) => /auto|scroll/.test(getComputedStyle(box).overflowX);
  // Scrolls sideways by design, has an ellipsis, or is for screen readers only.
  const isIntended = (box: Element) => {
    const { textOverflow, clipPath } = getComputedStyle(box);
    return textOverflow === 'ellipsis' || clipPath === 'inset(50%)' || box.matches('[class*="overflow-x-"]');
  };
  const clippingBoxOf = (text: Node) => {
    let box = text.parentElement;
    while (box && !cuts(box)) box = box.parentElement;
    return box;
  };
  const hasTextOutside = (box: Element) => {
    const { left, right } = box.getBoundingClientRect();
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      const words = range.getBoundingClientRect();
      const isOutside = words.width > 0 && (words.right > right + 1 || words.left < left - 1);
      if (isOutside && clippingBoxOf(text) === box) return true;
    }
    return false;
  };
  return [...document.body.querySelectorAll('*')]
    .filter((box) => cuts(box) && box.scrollWidth > box.clientWidth + 1 && !isIntended(box))
    .filter((box) => scrolls(box) || hasTextOutside(box))
    .map((box) => box.outerHTML.slice(0, 200));
}

/** Resolves once the page is rendered and all animations and transitions have ended. */
async function animationsFinished(): Promise<void> {
  // A change of the size or the colour scheme takes effect with the next frame.
  await new Promise((drawn) => requestAnimationFrame(drawn));
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/**
 * Removes every gradient and keeps the plain colour below it. Over a gradient axe can't compute the contrast, and does
 * not report it as a violation.
 */
function flattenGradients(): void {
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    if (!getComputedStyle(element).backgroundImage.includes('gradient(')) continue;
    element.style.backgroundImage = 'none';
    element.dataset['isFlat'] = '';
  }
}

/** Restores the gradients that {@link flattenGradients} removed. */
function restoreGradients(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-is-flat]')) {
    element.style.removeProperty('background-image');
    delete element.dataset['isFlat'];
  }
}

/** Fails with the violations that axe finds, by rule and element; with these rules, or with all. */
async function expectNoViolations(page: Page, view: string, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  };
  const found = async (): Promise<string[]> => {
    await page.evaluate(animationsFinished);
    await page.evaluate(flattenGradients);
    // Frames contain pages of third parties.
    const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
      `axe.run({ exclude: ['iframe'] }, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
    );
    await page.evaluate(restoreGradients);
    return violations.map(({ id, nodes }) => `${view}: ${id} ${nodes.map((node) => node.html).join(' ')}`);
  };
  // The view may change while axe reads it, for example a button that is no longer busy.
  await expect.poll(found, { timeout: 30_000 }).toEqual([]);
}

/** Fails where the page or a box in it overflows sideways or clips text. */
export async function expectToFit(page: Page, view: string): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(sideways, `${view} scrolls sideways`).toBe(false);
  expect(await page.evaluate(findClipped), `${view} cuts off what is in it`).toEqual([]);
}

/**
 * Fails where axe finds a violation in the view, in the light or dark colour scheme, or where it does not fit. A view on
 * the smallest phone is also checked at the usual phone size. The page's motion is reduced from then on.
 */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  // Without transitions every colour is the final one at once, also on a busy machine.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Checks the view with its data, not its placeholders.
  await expect(page.locator('.skeleton').filter({ visible: true }), `${view} has its data`).toHaveCount(0);
  await expectNoViolations(page, view);
  await expectToFit(page, view);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html:not([data-theme="light"])'), `${view} turns dark`).toBeAttached();
  const size = page.viewportSize();
  if (size?.width === smallestPhone.viewport.width) {
    await page.setViewportSize(phone.viewport);
    await expectNoViolations(page, `${view}, dark, on a usual phone`, [...COLOUR_RULES, ...SIZE_RULES]);
    await expectToFit(page, `${view} on a usual phone`);
    await page.setViewportSize(size);
  } else await expectNoViolations(page, `${view}, dark`, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
}
