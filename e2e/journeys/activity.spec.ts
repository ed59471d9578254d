import { sendUpload } from '../../server/src/features/feed/posts/send-upload.fixture.ts';
import { randomPicture } from '../../server/src/features/media/pictures.fixture.ts';
import { expectAccessible } from '../accessible.ts';
import {
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  openRoom,
  openRoomAs,
  phone,
  register,
  sendMessage,
  test,
} from '../journey.ts';

for (const [where, options] of [
  ['on desktop', desktop],
  ['on a phone', phone],
] as const) {
  test(`NT-01, NT-02: what two people do is told at once, stands in one list, and a press leads there, ${where}`, async ({
    browser,
    server,
    client,
  }) => {
    const [ann, ben, cat] = [
      await register(client, 'ann'),
      await register(client, 'ben'),
      await register(client, 'cat'),
    ];
    await makeKnown(client, ann, ben);
    const upload = await sendUpload(server.url, ann, {
      file: await randomPicture().jpeg().toBuffer(),
      fields: { caption: 'Chai on the roof' },
    });
    const postId = upload.media_id ?? '';
    const groupId = await openRoom(client, [ann, ben]);
    const page = await openAs(browser, server, ann, options);
    await page.goto('/v1?tab=feed');
    const bell = page.getByRole('button', { name: 'Notifications' });
    const list = page.getByRole('dialog', { name: 'Notifications' });
    const unread = page.getByText(/^\d+ new$/);
    await bell.click();
    await expect(list.getByText(`${ben.username} now follows you`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(unread).toHaveCount(0);

    // Somebody likes the photo, a second person too: one item, right number.
    await expect
      .poll(async () => (await client('POST /media/like', { body: { media_id: postId } }, ben)).status)
      .toBe(200);
    await expect(unread).toHaveText('1 new');
    await client('POST /media/like', { body: { media_id: postId } }, cat);
    await client('POST /media/comment', { body: { media_id: postId, comment: 'Save me a cup!' } }, cat);
    await expect(unread).toHaveText('2 new');
    const room = await openRoomAs(browser, server, ben, { ...desktop, groupId });
    await sendMessage(room, `@${ann.username} are you coming tonight?`);
    await sendMessage(room, `Good evening @${ann.username}, and all the others`);

    await bell.click();
    const row = (words: string) => list.getByRole('link').filter({ hasText: words });
    await expect(row('liked your post')).toContainText(`${cat.username} and ${ben.username} liked your post`);
    await expect(row('Save me a cup!')).toContainText(cat.username);
    await expect(row('Good evening')).toContainText(`${ben.username} mentioned you`);
    await expectAccessible(page, `activity ${where}`);

    // A like that is taken back takes the person along, live.
    await client('POST /media/like', { body: { media_id: postId } }, cat);
    await expect(row('liked your post')).not.toContainText(cat.username);

    // By keyboard: the first row is the newest, the mention, which leads to the very message.
    await row('Good evening').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/v1/group/${groupId}`));
    await expect(message(page, `Good evening @${ann.username}, and all the others`)).toBeVisible();
    await expect(list).toBeHidden();
    await page.goto('/v1?tab=feed');
    await expect(unread).toHaveCount(0);
    await bell.click();
    await row('Save me a cup!').click();
    await expect(page.getByText('Save me a cup!').first()).toBeVisible();

    await page.context().close();
    await room.context().close();
  });
}
