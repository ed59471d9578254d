import type { Page } from '@playwright/test';
import { expectToFit } from '../accessible.ts';
import { openScreen, openViewers, test, withEveryScreen } from '../every-screen.ts';
import { findHiddenControls, recordShifts, shiftsOf } from '../layout.ts';
import { expect, message, openAs, openRoom, phone, register } from '../journey.ts';
import { waitForKeptApp } from '../offline.ts';
import { writeInRoom } from '../rooms.ts';

/** A window in which every screen is loaded, and the sizes that it is changed to afterwards. */
const WINDOWS = [
  {
    name: 'a phone',
    opened: { width: 390, height: 844 },
    // The last one is what a zoom of 200 % leaves of a window of 1280 x 800.
    changedTo: [
      { width: 320, height: 640 },
      { width: 640, height: 400 },
    ],
  },
  {
    name: 'a desktop',
    opened: { width: 1280, height: 800 },
    changedTo: [
      { width: 768, height: 1024 },
      { width: 1024, height: 768 },
      { width: 1920, height: 1080 },
    ],
  },
];

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
  test(`HM-03, SH-50: on ${name} nothing on any screen is cut, covered or moves by itself, in any size`, async ({
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

test('HM-03, GR-04: on a slow phone a room with a pinned message does not move, opened from the files that are kept', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const groupId = await openRoom(client, [asha, kavi]);
  await writeInRoom(server, kavi, groupId, ['who is up?', 'house rules: be kind', 'tea?']);
  const query = { group_id: groupId };
  const { data } = await client('GET /groupchat/group-messages', { query }, asha);
  const params = { id: groupId, message_id: data.messages[1]?._id ?? '' };
  await client('POST /groupchat/groups/:id/pins/:message_id', { params }, asha);

  const page = await openAs(browser, server, kavi, phone);
  await page.goto('/v1');
  await waitForKeptApp(page);
  await page.addInitScript(recordShifts);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`/v1/group/${groupId}`);
  await expect(page.getByRole('region', { name: 'Pinned messages' })).toBeVisible();
  await expect(message(page, 'tea?')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shiftsOf(page)).toMatchObject({ moved: [] });
  await page.context().close();
});
