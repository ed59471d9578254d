import { halves } from '../../server/src/features/media/pictures.fixture.ts';
import { desktop, expect, openAs, openRoom, phone, register, rowOf, sendMessage, test } from '../journey.ts';
import { editProfile } from '../profile-form.ts';
import { chooseInRoomMenu } from '../rooms.ts';

for (const [where, options] of [
  ['on a desktop', desktop],
  ['on a phone', phone],
] as const) {
  test(`HM-07: a new picture is seen by others at once, at the message and in the list of members, ${where}`, async ({
    browser,
    server,
    client,
  }) => {
    const [ann, bob] = [await register(client, 'ann'), await register(client, 'bob')];
    const groupId = await openRoom(client, [ann, bob]);
    const annsPage = await openAs(browser, server, ann, desktop);
    await annsPage.goto(`/v1/group/${groupId}`);
    await sendMessage(annsPage, 'look at me');
    const page = await openAs(browser, server, bob, options);
    await page.goto(`/v1/group/${groupId}`);
    const picture = rowOf(page, 'look at me').locator('img');
    await expect(rowOf(page, 'look at me')).toBeVisible();
    await expect(picture).toHaveCount(0);

    const file = new Blob([new Uint8Array(await halves(200, 200).png().toBuffer())], { type: 'image/png' });
    await editProfile(server.url, ann, { file });
    await expect(picture).toBeVisible();
    const first = await picture.getAttribute('src');
    await chooseInRoomMenu(page, 'Members');
    const members = page.getByRole('listitem').filter({ hasText: ann.username });
    await expect(members.locator('img').first()).toBeVisible();
    const other = new Blob([new Uint8Array(await halves(300, 300).png().toBuffer())], { type: 'image/png' });
    await editProfile(server.url, ann, { file: other });
    await expect(members.locator(`img[src="${first}"]`)).toHaveCount(0);
    await annsPage.context().close();
    await page.context().close();
  });
}
