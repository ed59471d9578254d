import { layouts } from '../accessible.ts';
import { expect, makeKnown, message, openAs, register, sendMessage, test } from '../journey.ts';
import { writeCopies } from '../offline.ts';
import { writePrivately } from '../strangers.ts';

/** Paths that are served although the API can't be reached: pages, their files and the service worker. */
const PAGES = /^\/(v1|assets|icons)(\/|$)|\.(js|svg|webmanifest)$/;

for (const [where, options] of layouts) {
  test(`PN-01: while the API can’t be reached, what was read is shown after a reload, ${where}`, async ({
    browser,
    server,
    client,
  }) => {
    const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
    await makeKnown(client, ann, ben);
    const page = await openAs(browser, server, ann, options);
    await page.goto(`/v1/chat/${ben.username}`);
    await sendMessage(page, 'Are you there?');
    await page.reload();
    await expect(message(page, 'Are you there?')).toBeVisible();
    await writeCopies(page);

    await page.context().route(
      ({ pathname }) => !PAGES.test(pathname),
      (route) => route.abort(),
    );
    await page.reload();
    await expect(message(page, 'Are you there?')).toBeVisible();
    await expect(page.getByText("We can't be reached right now.")).toBeVisible();

    await writePrivately(server, ben, ann.username, 'Now I am');
    await page.context().unrouteAll();
    await expect(message(page, 'Now I am')).toBeVisible();
    await expect(page.getByText("We can't be reached right now.")).toBeHidden();
    await page.context().close();
  });
}
