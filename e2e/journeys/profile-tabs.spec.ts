import { rotatedWithLocation } from '../../server/src/features/media/pictures.fixture.ts';
import { sendUpload } from '../../server/src/features/feed/posts/send-upload.fixture.ts';
import type { Client } from '../../server/src/test/client.ts';
import { expectAccessible, layouts } from '../accessible.ts';
import { desktop, enterGuest, expect, openAs, openSettings, phone, register, test } from '../journey.ts';
import { tabTo } from '../keyboard.ts';

type Account = { readonly username: string; readonly token: string };

/** The longest name without a line-break opportunity, and more followers than a page has. */
const LONG_NAME = 'w'.repeat(40);
const FOLLOWERS = 34;

const follow = (client: Client, by: Account, { username }: Account) =>
  client('POST /subscriptions/follow', { query: { target_username: username } }, by);

/** Registers a creator with an open and a locked photo, a plan and many followers; the first one has the longest name. */
async function makeCreator(client: Client, url: string): Promise<Account> {
  const riya = await register(client, 'riya');
  const offer = { name: 'Backstage', amount: 4.5, validity_days: 30, creator: riya.username };
  const { data: plan } = await client('POST /subscriptions/plan', { body: offer }, riya);
  const file = await rotatedWithLocation().jpeg().toBuffer();
  const lock = { is_locked: 'true', plan_id: plan.plan_id };
  for (const fields of [{ caption: 'for subscribers', ...lock }, { caption: 'for everybody' }])
    expect((await sendUpload(url, riya, { file, fields })).status).toBe(201);
  await follow(client, await enterGuest(client, LONG_NAME), riya);
  for (let count = 1; count < FOLLOWERS; count += 1)
    await follow(client, await enterGuest(client, `Fan ${count}`), riya);
  return riya;
}

test('HM-15: a visitor goes through the tabs and the followers of a creator on a phone', async ({
  browser,
  server,
  client,
}) => {
  const [riya, asha] = [await makeCreator(client, server.url), await register(client, 'asha')];
  const page = await openAs(browser, server, asha, phone);
  await page.goto('/v1?tab=feed');
  await page.goto(`/profile/${riya.username}`);
  const tab = (name: string) => page.getByRole('tab', { name });

  await test.step('the locked posts stand alone too, and stay after a reload', async () => {
    await expect(page.getByRole('list', { name: 'Posts' }).getByRole('listitem')).toHaveCount(2);
    await tab('Locked').click();
    await expect(page.getByRole('list', { name: 'Locked posts' }).getByRole('listitem')).toHaveCount(1);
    await page.reload();
    await expect(tab('Locked')).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: /for subscribers/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(tab('Locked')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('plans and About', async () => {
    await tab('Plans').click();
    await expect(page.getByText('₹382.50 for 30 days')).toBeVisible();
    await tab('About').click();
    await expect(page.getByText('Joined')).toBeVisible();
  });

  await test.step('the list of followers is loaded while it is scrolled, and follows', async () => {
    const opener = page.getByRole('button', { name: `${FOLLOWERS} followers` });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Followers' });
    await expect(dialog.getByRole('link', { name: `Fan ${FOLLOWERS - 1}` })).toBeVisible();
    const oldest = dialog.getByRole('link', { name: LONG_NAME });
    await expect(async () => {
      await dialog.getByRole('listitem').last().scrollIntoViewIfNeeded();
      await expect(oldest).toBeVisible({ timeout: 500 });
    }).toPass();
    await dialog.getByRole('button', { name: `Follow ${LONG_NAME}` }).click();
    await expect(dialog.getByRole('button', { name: `Followed ${LONG_NAME}` })).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('Back leaves the profile at the first press', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/tab=feed/);
  });
  await page.context().close();
});

test('HM-15: the owner goes through their profile by keyboard, and hides a list', async ({
  browser,
  server,
  client,
}) => {
  const [asha, zoya] = [await register(client, 'asha'), await register(client, 'zoya')];
  await follow(client, zoya, asha);
  const page = await openAs(browser, server, asha, desktop);
  await page.goto('/v1?tab=profile');
  await expect(page.getByText('Nothing here yet')).toBeVisible();

  await tabTo(page, / 1\s*follower$/);
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Followers' });
  await expect(list.getByRole('link', { name: new RegExp(zoya.username) })).toBeVisible();
  await tabTo(page, new RegExp(` Follow ${zoya.username}$`));
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: `Followed ${zoya.username}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '1 follower' })).toBeFocused();
  await expect(page.getByRole('button', { name: '1 following' })).toBeVisible();

  await tabTo(page, / Posts$/);
  for (const [key, name, text] of [
    ['ArrowRight', 'Locked', /Lock a photo or a video/],
    ['ArrowRight', 'Plans', /Whoever subscribes/],
    ['End', 'About', /Bring your friends/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('tab', { name })).toBeFocused();
    await expect(page.getByRole('tabpanel', { name }).getByText(text)).toBeVisible();
  }

  await openSettings(page, 'Privacy');
  const hide = page.getByRole('switch', { name: 'Hide who follows me' });
  await expect(hide).toHaveAttribute('aria-checked', 'false');
  const saved = page.waitForResponse((response) => response.url().endsWith('/users/settings'));
  await hide.click();
  expect((await saved).status()).toBe(200);
  const visitor = await openAs(browser, server, zoya, phone);
  await visitor.goto(`/profile/${asha.username}`);
  await expect(visitor.getByRole('button', { name: '1 following' })).toBeVisible();
  await expect(visitor.getByText('follower', { exact: true })).toHaveCount(0);
  for (const each of [visitor, page]) await each.context().close();
});

for (const [where, options] of layouts) {
  test(`HM-15: every tab of a profile and the lists, ${where}, light and dark: axe finds nothing, nothing scrolls sideways (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(180_000);
    const [riya, asha] = [await makeCreator(client, server.url), await register(client, 'asha')];
    const page = await openAs(browser, server, asha, options);
    const checkTabs = async (place: string, views: readonly string[]) => {
      for (const view of views) {
        await page.goto(`${place}view=${view}`);
        await expect(page.getByRole('tab', { name: new RegExp(view, 'i'), selected: true })).toBeVisible();
        await expectAccessible(page, `${place} ${view}`);
      }
    };
    await checkTabs(`/profile/${riya.username}?`, ['locked', 'plans', 'about']);
    for (const [name, title] of [
      [/followers/, 'Followers'],
      [/following/, 'Following'],
    ] as const) {
      const opener = page.getByRole('button', { name });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: title });
      await expect(dialog.getByText(/^(Fan 33|.* follows nobody yet\.)$/).first()).toBeVisible();
      await expectAccessible(page, title);
      await page.keyboard.press('Escape');
      await expect(opener).toBeFocused();
    }
    await checkTabs('/v1?tab=profile&', ['locked', 'plans', 'about']);
    await page.context().close();
  });
}
