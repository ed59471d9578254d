import { BIO_MAX } from '@adda/contract/profiles';
import type { Page } from '@playwright/test';
import { rotatedWithLocation } from '../../server/src/features/media/pictures.fixture.ts';
import { sendUpload } from '../../server/src/features/feed/posts/send-upload.fixture.ts';
import { expectAccessible, layouts } from '../accessible.ts';
import { expect, openAs, phone, register, test } from '../journey.ts';
import { editProfile } from '../profile-form.ts';

/** The name of a dialog, and the actions that open it. */
type DialogCase = readonly [name: string | RegExp, open: (page: Page) => Promise<void>];

/** The newest post with this caption: the server also has those of earlier runs. */
const card = (page: Page, caption: string) => page.getByRole('article').filter({ hasText: caption }).first();
const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const inMenu = (caption: string, item: string | RegExp) => async (page: Page) => {
  await card(page, caption)
    .getByRole('button', { name: /^More about/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};

const inFeed: readonly DialogCase[] = [
  ['New post', press('New post')],
  [
    /^Comments/,
    (page) =>
      card(page, 'an open photo')
        .getByRole('button', { name: /^Comment/ })
        .click(),
  ],
  [
    /^Post/,
    (page) =>
      card(page, 'an open photo')
        .getByRole('button', { name: /an open photo/ })
        .click(),
  ],
  [
    /^Subscribe to/,
    (page) => card(page, 'a locked photo').getByRole('button', { name: 'Subscribe to see' }).click(),
  ],
  [/^Block/, inMenu('an open photo', /^Block/)],
  [/^Report/, inMenu('an open photo', /^Report/)],
];
const onOwnProfile: readonly DialogCase[] = [
  ['Edit Profile', press('Edit Profile')],
  [/post/i, press('New post')],
];
const onOwnPlans: readonly DialogCase[] = [[/plan/i, press('Create plan')]];

/** Gives a profile the longest bio and a long link, both without a line-break opportunity. */
const setLongProfile = (url: string, user: { readonly token: string }): Promise<void> =>
  editProfile(url, user, {
    bio: 'b'.repeat(BIO_MAX),
    links: JSON.stringify([`https://example.com/${'l'.repeat(280)}`]),
  });

/** Opens, checks and closes each dialog. */
async function checkDialogs(page: Page, dialogs: readonly DialogCase[]): Promise<void> {
  for (const [name, open] of dialogs) {
    await open(page);
    const dialog = page.getByRole('dialog', { name }).last();
    await expect(dialog, String(name)).toBeVisible();
    await expectAccessible(page, String(name));
    await page.keyboard.press('Escape');
    await expect(dialog, String(name)).toBeHidden();
  }
}

for (const [where, options] of layouts) {
  test(`every view of feed and profiles, ${where}, light and dark: axe finds nothing, nothing scrolls sideways, Escape closes (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(180_000);
    const [ann, ben] = [await register(client, 'ann'), await register(client, 'a-name-of-almost-thirty')];
    const { data: plan } = await client(
      'POST /subscriptions/plan',
      { body: { name: 'Front row', amount: 4.5, validity_days: 30, creator: ben.username } },
      ben,
    );
    const photo = await rotatedWithLocation().jpeg().toBuffer();
    const lock = { is_locked: 'true', plan_id: plan.plan_id };
    for (const form of [
      { fields: { caption: `${'averylongword'.repeat(20)} ends here` } },
      { file: photo, fields: { caption: 'a locked photo', ...lock } },
      { file: photo, fields: { caption: 'an open photo' } },
    ]) {
      expect((await sendUpload(server.url, ben, form)).status).toBe(201);
    }

    await setLongProfile(server.url, ben);

    const page = await openAs(browser, server, ann, options);
    await page.goto('/v1?tab=feed');
    await expect(card(page, 'an open photo').getByRole('img', { name: /an open photo/ })).toBeVisible();
    await expectAccessible(page, 'feed');
    await checkDialogs(page, inFeed);
    await page.goto(`/profile/${ben.username}`);
    await expect(page.getByRole('tab', { name: 'Posts' })).toBeVisible();
    await expectAccessible(page, 'profile');
    await page.goto('/v1?tab=profile');
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
    await expectAccessible(page, 'own profile');
    await checkDialogs(page, onOwnProfile);
    await page.goto('/v1?tab=profile&view=plans');
    await checkDialogs(page, onOwnPlans);

    const visitor = await (await browser.newContext({ ...options, baseURL: server.url })).newPage();
    await visitor.goto(`/profile/${ben.username}`);
    await expect(visitor.getByRole('heading', { name: ben.username })).toBeVisible();
    await expectAccessible(visitor, 'profile without an account');
    for (const each of [visitor, page]) await each.context().close();
  });
}

test('SH-10: Back closes a post opened over a profile that was the first page of its tab, then leaves the profile', async ({
  browser,
  server,
  client,
}) => {
  const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
  expect((await sendUpload(server.url, ben, { fields: { caption: 'only words' } })).status).toBe(201);
  const page = await openAs(browser, server, ann, phone);
  await page.goto(`/profile/${ben.username}`);
  const tile = page.getByRole('button', { name: /: only words$/ });
  const dialog = page.getByRole('dialog');
  await tile.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(tile).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
  await page.context().close();
});
