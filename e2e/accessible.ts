import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

/** Waits for what moves or fades and comes to an end. */
async function movementOver(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Fails with what axe found, by rule and place; and where the page or a box in it can be scrolled sideways or cuts words off. */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  // Half-way from one colour to another nothing has the contrast that it will have.
  await page.evaluate(movementOver);
  // A page inside a frame is somebody else's.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(
    violations.map(({ id, nodes }) => `${view}: ${id} ${nodes.map((node) => node.html).join(' ')}`),
  ).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(sideways, `${view} scrolls sideways`).toBe(false);
  expect(await page.evaluate(findCutOff), `${view} cuts off what is in it`).toEqual([]);
}
