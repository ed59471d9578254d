import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with what axe found, by rule and place; and where the page can be scrolled sideways. */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  // A page inside a frame is somebody else's.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(
    violations.map(({ id, nodes }) => `${view}: ${id} ${nodes.map((node) => node.html).join(' ')}`),
  ).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(sideways, `${view} scrolls sideways`).toBe(false);
}
