import { desktop, expect, freshName, openAs, openRoom, phone, register, test } from '../journey.ts';

for (const [where, size] of [
  ['on a desktop', desktop],
  ['on a phone', phone],
] as const) {
  test(`SH-04, SH-10, SH-11: tabs and Back close the chat, then Back asks for confirmation before leaving, ${where}`, async ({
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
    await page.getByRole('button', { name: 'Group actions' }).click();
    await page.getByRole('menuitem', { name: 'Manage Group' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
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

test('the longest name of a room hides no control, and a deleted room is not reopened (SH-58)', async ({
  browser,
  server,
  client,
}) => {
  const [ann, bea] = [await register(client, 'ann'), await register(client, 'bea')];
  const name = freshName('').padStart(50, 'W');
  await client('POST /groupchat/groups/create', { body: { name } }, bea);
  const page = await openAs(browser, server, ann, desktop);
  await page.goto('/v1/group/abc');
  await expect(page.getByText('Invalid group ID')).toBeVisible();
  await page.goto('/v1');
  await page.getByRole('searchbox', { name: 'Search rooms' }).fill(name);
  const button = page.getByRole('list', { name: 'Rooms found' }).getByRole('button', { name: 'Join' });
  await expect(button).toBeVisible();
  await expect(button).toBeInViewport({ ratio: 1 });
  await page.context().close();
});
