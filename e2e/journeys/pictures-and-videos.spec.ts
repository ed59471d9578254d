import { bitmap } from '../../server/src/features/media/pictures.fixture.ts';
import { createClient } from '../../server/src/test/client.ts';
import { desktop, expect, openAs, openRoom, phone, register } from '../journey.ts';
import { testWithWebsite as test } from '../website.ts';

test('a picture by its URL: stored by Adda, hidden until requested, no request to the third party (GC-27, GC-54, R-17)', async ({
  browser,
  site,
  app,
}) => {
  site.serve('/chai.bmp', bitmap({ depth: 24, width: 320, height: 200 }));
  const client = createClient(app.url);
  const [asha, ravi] = [await register(client, 'asha'), await register(client, 'ravi')];
  const groupId = await openRoom(client, [asha, ravi]);
  const sender = await openAs(browser, app, asha, desktop);
  const reader = await openAs(browser, app, ravi, phone);
  const externalRequests: string[] = [];
  for (const page of [sender, reader]) {
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !/^(blob|data):/.test(request.url()))
        externalRequests.push(request.url());
    });
    await page.goto(`/v1/group/${groupId}`);
  }

  await sender.getByRole('button', { name: 'Add image' }).click();
  const dialog = sender.getByRole('dialog', { name: 'Add Image to Message' });
  const add = dialog.getByRole('button', { name: 'Add image' });
  await dialog.getByLabel('Image URL').fill('https://example.com/page.html');
  await dialog.getByLabel('Image URL').blur();
  await expect(dialog.getByText('Invalid image URL')).toBeVisible();
  await expect(add).toBeDisabled();
  await dialog.getByLabel('Image URL').fill('http://127.0.0.1/inside.png');
  await expect(dialog.getByText('Failed to process image URL')).toBeVisible();
  await dialog.getByLabel('Image URL').fill(site.urlOf('/chai.bmp'));
  await expect(dialog.getByAltText('Preview of your image')).toBeVisible();
  await add.click();
  await expect(sender.getByRole('button', { name: 'Remove image' })).toBeVisible();
  await sender.getByRole('button', { name: 'Remove image' }).click();
  await sender.getByRole('button', { name: 'Undo' }).click();
  await expect(sender.getByRole('button', { name: 'Remove image' })).toBeVisible();
  await sender.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sender.getByRole('button', { name: 'Remove image' })).toBeHidden();

  const messages = reader.getByRole('region', { name: 'Messages' });
  await expect(messages.getByRole('button', { name: 'Show Image' })).toBeVisible();
  expect(await messages.locator('img').count()).toBe(0);
  await messages.getByRole('button', { name: 'Show Image' }).click();
  const picture = messages.locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(320);
  await messages.getByRole('button', { name: 'Hide image' }).click();
  await expect(messages.locator('img')).toHaveCount(0);
  expect(site.requestedPaths).toEqual(['/chai.bmp']);
  expect(externalRequests).toEqual([]);
  await sender.context().close();
  await reader.context().close();
});

test('a video by its link, and an emoji, from the composer to the other members (GC-15, GC-16, GC-28, VP-12, VP-13)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, ravi] = [await register(client, 'asha'), await register(client, 'ravi')];
  const groupId = await openRoom(client, [asha, ravi]);
  const sender = await openAs(browser, server, asha, desktop);
  const reader = await openAs(browser, server, ravi, desktop);
  const fromYoutube: string[] = [];
  reader.on('request', (request) => {
    if (/youtube|ytimg|google/.test(new URL(request.url()).hostname)) fromYoutube.push(request.url());
  });
  for (const page of [sender, reader]) await page.goto(`/v1/group/${groupId}`);

  await sender.getByRole('button', { name: 'Add video' }).click();
  const dialog = sender.getByRole('dialog', { name: 'Add Video to Message' });
  await expect(dialog.getByText('Video search is not set up here.')).toBeVisible();
  const add = dialog.getByRole('button', { name: 'Add Video' });
  await dialog.getByLabel('YouTube URL').fill('https://example.com/watch?v=dQw4w9WgXcQ');
  await dialog.getByLabel('YouTube URL').blur();
  await expect(dialog.getByText('Invalid YouTube URL')).toBeVisible();
  await expect(add).toBeDisabled();
  await dialog.getByLabel('YouTube URL').fill('https://youtu.be/dQw4w9WgXcQ');
  await add.click();
  await expect(sender.getByRole('button', { name: 'Remove video' })).toBeVisible();

  await sender.getByRole('button', { name: /emoji/i }).click();
  const picker = sender.getByRole('dialog', { name: 'Emoji' });
  await picker.getByRole('searchbox').fill('tea');
  await picker.getByRole('gridcell').first().click();
  await expect(sender.getByLabel('Message', { exact: true })).not.toHaveValue('');
  await sender.keyboard.press('Escape');
  await sender.getByLabel('Message', { exact: true }).press('Enter');
  await expect(reader.getByRole('button', { name: 'Play video' })).toBeVisible();
  expect(fromYoutube).toEqual([]);
  await sender.context().close();
  await reader.context().close();
});
