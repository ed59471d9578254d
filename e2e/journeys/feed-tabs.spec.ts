import type { Client } from '../../server/src/test/client.ts';
import { rotatedWithLocation } from '../../server/src/features/media/pictures.fixture.ts';
import { sendUpload } from '../../server/src/features/feed/posts/send-upload.fixture.ts';
import { expectAccessible, layouts } from '../accessible.ts';
import { desktop, expect, freshName, openAs, phone, register, test } from '../journey.ts';
import { tabTo } from '../keyboard.ts';

type Person = { readonly username: string; readonly token: string };

const follow = (client: Client, by: Person, whom: Person) =>
  client('POST /subscriptions/follow', { query: { target_username: whom.username } }, by);

/** Creates a reader who follows one person, a room of that person, and a stranger who posts. */
async function startStreet(client: Client, url: string) {
  const [reader, friend, stranger] = [
    await register(client, 'reader'),
    await register(client, 'friend-with-long-name'),
    await register(client, 'stranger'),
  ];
  await follow(client, reader, friend);
  await follow(client, friend, stranger);
  const tag = freshName('kites');
  const { data: plan } = await client(
    'POST /subscriptions/plan',
    { body: { name: 'Front row', amount: 1.5, validity_days: 30, creator: friend.username } },
    friend,
  );
  const photo = await rotatedWithLocation().jpeg().toBuffer();
  const posts: readonly { by: Person; form: Parameters<typeof sendUpload>[2] }[] = [
    {
      by: friend,
      form: {
        file: photo,
        fields: { caption: 'behind the curtain', is_locked: 'true', plan_id: plan.plan_id },
      },
    },
    { by: friend, form: { fields: { caption: 'the kites are up', hashtags: `#${tag}` } } },
    { by: stranger, form: { fields: { caption: 'words of a stranger', hashtags: `#${tag}` } } },
  ];
  for (const { by, form } of posts) expect((await sendUpload(url, by, form)).status).toBe(201);
  const room = freshName('Kites over the roofs of the whole town');
  await client('POST /groupchat/groups/create', { body: { name: room } }, friend);
  return { reader, friend, stranger, room };
}

test('HM-14: Following has the posts of friends alone, stays in the address over a reload and Back, and one button posts', async ({
  browser,
  server,
  client,
}) => {
  const { reader } = await startStreet(client, server.url);
  const page = await openAs(browser, server, reader, phone);
  await page.goto('/v1?tab=feed');
  await page.getByRole('link', { name: 'Following' }).click();
  await expect(page).toHaveURL(/feed=following/);
  const posts = page.getByRole('list', { name: 'Posts' });
  await expect(posts.getByText('the kites are up')).toBeVisible();
  await expect(posts.getByText('from ₹127.50')).toBeVisible();
  await expect(posts.getByText('words of a stranger')).toBeHidden();
  await page.reload();
  await expect(posts.getByText('the kites are up')).toBeVisible();
  await posts.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/profile\//);
  await page.goBack();
  await expect(page).toHaveURL(/feed=following/);
  await expect(posts.getByText('the kites are up')).toBeVisible();
  await page.getByRole('button', { name: 'New post', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New post' });
  await dialog.getByLabel('Caption').fill('only words');
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog.getByText("It's up!")).toBeVisible();
  await page.getByRole('link', { name: 'For you' }).click();
  await expect(posts.getByText('only words')).toBeVisible();
  await page.context().close();
});

test('HM-14: the side column is used by keyboard: follow, search a hashtag, open a room', async ({
  browser,
  server,
  client,
}) => {
  const { reader, stranger, room } = await startStreet(client, server.url);
  const page = await openAs(browser, server, reader, desktop);
  await page.goto('/v1?tab=feed');
  const side = page.getByRole('complementary', { name: 'Beside the feed' });
  await expect(side.getByRole('heading', { name: 'Who to follow' })).toBeVisible();
  const followButton = side.getByRole('button', { name: `Follow ${stranger.username}` });
  await followButton.focus();
  await page.keyboard.press('Enter');
  await expect(side.getByRole('button', { name: `Followed ${stranger.username}` })).toBeFocused();
  const hashtag = side.getByRole('button', { name: /^#/ }).first();
  await hashtag.focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('dialog', { name: 'Search' });
  await expect(search.getByRole('combobox')).toHaveValue(/^#/);
  await page.keyboard.press('Escape');
  await expect(hashtag).toBeFocused();
  await tabTo(page, new RegExp(room));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/v1\/group\//);
  await page.context().close();
});

for (const [where, options] of layouts) {
  test(`HM-14: the tabs and the side column, ${where}, light and dark: axe finds nothing, nothing scrolls sideways`, async ({
    browser,
    server,
    client,
  }) => {
    const { reader, stranger } = await startStreet(client, server.url);
    const page = await openAs(browser, server, reader, options);
    await page.goto('/v1?tab=feed&feed=following');
    await expect(page.getByText('the kites are up').first()).toBeVisible();
    await expectAccessible(page, 'Following');
    const lonely = await openAs(browser, server, stranger, options);
    await lonely.goto('/v1?tab=feed&feed=following');
    await expect(lonely.getByRole('heading', { name: 'No posts here yet' })).toBeVisible();
    await expectAccessible(lonely, 'Following without anybody');
    for (const each of [page, lonely]) await each.context().close();
  });
}
