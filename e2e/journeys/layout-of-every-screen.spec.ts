import { expectToFit } from '../accessible.ts';
import { openScreen, openViewers, test, withEveryScreen } from '../every-screen.ts';
import { findHiddenControls, shiftsOf } from '../layout.ts';
import { expect } from '../journey.ts';

/** The widths at which every screen is looked at, with the height of such a window. */
const SIZES = [
  ['320 px', { viewport: { width: 320, height: 640 } }],
  ['390 px', { viewport: { width: 390, height: 844 } }],
  ['768 px', { viewport: { width: 768, height: 1024 } }],
  ['1024 px', { viewport: { width: 1024, height: 768 } }],
  ['1280 px', { viewport: { width: 1280, height: 800 } }],
  ['1920 px', { viewport: { width: 1920, height: 1080 } }],
  // What a zoom of 200 % leaves of a window of 1280 x 800.
  ['1280 px at 200 %', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
] as const;

/**
 * Browsers count the shift of a layout as moved share of the window x moved share of its longer side. Nothing may move; the bound only
 * leaves room for rounding: at 320 x 640 a single row of 44 px that moves by 10 px is 0.001.
 */
const NOTHING = 0.001;

for (const [size, options] of SIZES) {
  test(`HM-03, SH-50: at ${size} nothing on any screen is cut, covered or moves by itself`, async ({
    browser,
    server,
    cast,
  }) => {
    test.setTimeout(240_000);
    const viewers = openViewers(browser, server, cast, options);
    const moved: string[] = [];
    const hidden: string[] = [];
    await withEveryScreen(async (screen) => {
      const where = `${screen.name} at ${size}`;
      const page = await openScreen(viewers, screen, cast);
      await expectToFit(page, where);
      hidden.push(...(await page.evaluate(findHiddenControls)).map((what) => `${where}: ${what}`));
      const shifts = await shiftsOf(page);
      if (shifts.total >= NOTHING) moved.push(`${where}: ${shifts.total.toFixed(4)}`, ...shifts.moved);
      await page.close();
    });
    await viewers.close();
    expect(moved, 'what moves by itself').toEqual([]);
    expect(hidden, 'controls that cannot be pressed').toEqual([]);
  });
}
