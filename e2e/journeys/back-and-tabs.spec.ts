import { desktop, expect, openAs, openRoom, phone, register, test } from '../journey.ts';

for (const [where, size] of [
  ['on a desktop', desktop],
  ['on a phone', phone],
] as const) {
  test(`SH-04, SH-10, SH-11: tabs and Back close the chat, then Back asks before leaving, ${where}`, async ({
    browser,
    server,
    client,
  }) => {
    const ann = await register(client, 'ann');
    const groupId = await openRoom(client, [ann]);
    const page = await openAs(browser, server, ann, size);
    await page.goto('/v1');
    const room = page.locator(`a[href="/v1/group/${groupId}"]`).first();
    const composer = page.getByLabel('Message', { exact: true });

    await room.click();
    await expect(composer).toBeVisible();
    await page.goBack();
    await expect(composer).toBeHidden();
    await expect(page).toHaveURL(/\/v1$/);

    await page.goBack();
    const question = page.getByRole('dialog');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/\/v1$/);

    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Feed' }).click();
    await expect(page).toHaveURL(/tab=feed/);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.context().close();
  });
}
