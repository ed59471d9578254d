import type { Page } from '@playwright/test';
import { expectToFit } from '../accessible.ts';
import { expectHeard } from '../expect-heard.ts';
import { openScreen, openViewers, test, withEveryScreen } from '../every-screen.ts';
import { findHiddenControls, shiftsOf } from '../layout.ts';
import { expect, withMotion } from '../journey.ts';

test.use(withMotion);

/** A window in which every screen is loaded, and the sizes that it is changed to afterwards. */
const WINDOWS = [
  {
    name: 'phone',
    opened: { width: 390, height: 844 },
    // The last one is what a zoom of 200 % leaves of a window of 1280 x 800.
    changedTo: [
      { width: 320, height: 640 },
      { width: 640, height: 400 },
    ],
  },
  {
    name: 'desktop',
    opened: { width: 1280, height: 800 },
    changedTo: [
      { width: 768, height: 1024 },
      { width: 1024, height: 768 },
      { width: 1920, height: 1080 },
    ],
  },
] as const;

/**
 * Browsers count the shift of a layout as moved share of the window x moved share of its longer side. Nothing may move; the bound only
 * leaves room for rounding: at 320 x 640 a single row of 44 px that moves by 10 px is 0.001.
 */
const NOTHING = 0.001;

/** Resolves once the page is drawn in its new size. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

for (const { name, opened, changedTo } of WINDOWS) {
  test(`HM-03, SH-50: on a ${name} nothing on any screen is cut, covered or moves by itself, in any size, and every screen is read aloud: its landmarks and headings in order, every control by its name`, async ({
    browser,
    server,
    cast,
  }) => {
    test.setTimeout(300_000);
    const viewers = openViewers(browser, server, cast, { viewport: opened });
    const moved: string[] = [];
    const hidden: string[] = [];
    const look = async (page: Page, where: string) => {
      await expectToFit(page, where);
      hidden.push(...(await page.evaluate(findHiddenControls)).map((what) => `${where}: ${what}`));
    };
    await withEveryScreen(async (screen) => {
      const page = await openScreen(viewers, screen, cast);
      await look(page, `${screen.name} at ${opened.width} px`);
      const shifts = await shiftsOf(page);
      if (shifts.total >= NOTHING) moved.push(`${screen.name}: ${shifts.total.toFixed(4)}`, ...shifts.moved);
      await expectHeard(page, screen, name);
      for (const size of changedTo) {
        await page.setViewportSize(size);
        await drawn(page);
        await look(page, `${screen.name} at ${size.width} px`);
      }
      await page.close();
    });
    await viewers.close();
    expect(moved, 'what moves by itself').toEqual([]);
    expect(hidden, 'controls that cannot be pressed').toEqual([]);
  });
}
