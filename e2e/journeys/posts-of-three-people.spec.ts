import type { Page } from '@playwright/test';
import { metadataOf, rotatedWithLocation } from '../../server/src/features/media/pictures.fixture.ts';
import { desktop, expect, openAs, phone, register, test } from '../journey.ts';

/** Creates a post in the composer and waits until it is uploaded. */
async function post(
  page: Page,
  caption: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.getByRole('button', { name: 'New post', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New post' });
  await dialog.getByLabel('Photo or video file').setInputFiles(file);
  await dialog.getByLabel('Caption').fill(caption);
  await dialog.getByLabel('Hashtags').fill('#rooftop #monsoon');
  await dialog.getByRole('button', { name: 'grateful' }).click();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: 20_000 });
}

const card = (page: Page, caption: string) => page.getByRole('article').filter({ hasText: caption });

test('three users: a photo from a phone is seen, liked, commented, followed; edited, locked, deleted; the grid follows live (FE, ME, PR, RT)', async ({
  browser,
  server,
  client,
}) => {
  test.setTimeout(180_000);
  const [asha, ravi, meera] = [
    await register(client, 'asha'),
    await register(client, 'ravi'),
    await register(client, 'meera'),
  ];
  const mobile = await openAs(browser, server, asha, phone);
  const desk = await openAs(browser, server, ravi, desktop);
  const watcher = await openAs(browser, server, meera, desktop);
  await watcher.goto(`/profile/${asha.username}`);
  await expect(watcher.getByRole('heading', { name: asha.username, exact: true })).toBeVisible();
  await watcher.waitForLoadState('networkidle'); // receives its events from now on
  await mobile.goto('/v1?tab=feed');

  // A photo as phones make it: rotated by its metadata, with its location.
  const photo = await rotatedWithLocation().jpeg().toBuffer();
  await post(mobile, 'monsoon on our rooftop', {
    name: 'IMG_2041.jpg',
    mimeType: 'image/jpeg',
    buffer: photo,
  });
  await expect(card(mobile, 'monsoon on our rooftop')).toBeVisible();
  await expect(card(mobile, 'monsoon on our rooftop').getByRole('img', { name: /monsoon/ })).toBeVisible({
    timeout: 20_000,
  });
  const tile = watcher.getByRole('button', { name: /monsoon on our rooftop/ }).first();
  await expect(tile).toBeVisible({ timeout: 20_000 });

  // Another user sees it, without its metadata, likes, comments and follows.
  await desk.goto('/v1?tab=feed');
  const desktopCard = card(desk, 'monsoon on our rooftop');
  const picture = desktopCard.getByRole('img', { name: /monsoon/ });
  await expect(picture).toBeVisible();
  const address = new URL((await picture.getAttribute('src')) ?? '', server.url).href;
  const served = await desk.request.get(address);
  expect(await metadataOf(await served.body())).toEqual({
    format: 'webp',
    exif: undefined,
    orientation: undefined,
  });
  // The link is valid for his account only: neither another session nor none gets a byte.
  expect((await watcher.request.get(address)).status()).toBe(403);
  expect((await fetch(address)).status).toBe(403);
  await desktopCard.getByRole('button', { name: /^Like/ }).click();
  await expect(
    card(mobile, 'monsoon on our rooftop').getByRole('button', { name: 'Like, 1 like' }),
  ).toBeVisible();
  await desktopCard.getByRole('button', { name: /^Comment/ }).click();
  const comments = desk.getByRole('dialog', { name: /Comments/ });
  await comments.getByLabel('Your comment').fill('save me a chair');
  await desk.keyboard.press('Enter');
  await expect(comments.getByText('save me a chair')).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(
    card(mobile, 'monsoon on our rooftop').getByRole('button', { name: 'Comment, 1 comment' }),
  ).toBeVisible();
  await desktopCard.getByRole('button', { name: /^Follow/ }).click();
  await expect(desktopCard.getByRole('button', { name: /^Followed/ })).toBeVisible();

  // Locked with a plan: the others keep a placeholder, and the previous link is invalid.
  const { data: plan } = await client(
    'POST /subscriptions/plan',
    { body: { name: 'Rooftop club', amount: 4.5, validity_days: 30, creator: asha.username } },
    asha,
  );
  await card(mobile, 'monsoon on our rooftop')
    .getByRole('button', { name: /^More about/ })
    .click();
  await mobile.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = mobile.getByRole('dialog', { name: 'Edit post' });
  await edit.getByLabel('Lock this post for subscribers').check();
  await edit.getByLabel('Plan').selectOption(plan.plan_id);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(desktopCard.getByText('Subscribe to see')).toBeVisible();
  expect((await desk.request.get(address)).status()).toBe(403);
  await desktopCard.getByRole('button', { name: 'Subscribe to see' }).click();
  await expect(desk.getByRole('dialog').getByText('₹382.50 for 30 days').first()).toBeVisible();
  await desk.keyboard.press('Escape');

  // Deleted: removed everywhere.
  await card(mobile, 'monsoon on our rooftop')
    .getByRole('button', { name: /^More about/ })
    .click();
  await mobile.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(mobile.getByText('Are you sure you want to delete this media?')).toBeVisible();
  await mobile.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(card(mobile, 'monsoon on our rooftop')).toBeHidden();
  await expect(card(desk, 'monsoon on our rooftop')).toBeHidden();
  await expect(tile).toBeHidden();
});
