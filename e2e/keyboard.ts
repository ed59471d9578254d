import type { Locator, Page } from '@playwright/test';

/** Presses Tab, or Shift+Tab, until the element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const label = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return '';
      const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
      return [
        element.getAttribute('aria-label'),
        ...labels.map((node) => node.textContent),
        element.textContent,
      ].join(' ');
    });
    if (name.test(label)) return;
  }
  throw new Error(`${key} never reached ${name}`);
}

/** Presses Tab until the focus is within an area. */
export async function tabInto(area: Locator): Promise<void> {
  const isInside = () => area.evaluate((element) => element.contains(document.activeElement));
  for (let presses = 0; presses < 60 && !(await isInside()); presses += 1)
    await area.page().keyboard.press('Tab');
  if (!(await isInside())) throw new Error('Tab never reached the area');
}
