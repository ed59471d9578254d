import type { Page } from '@playwright/test';
import { scene } from '../../server/src/features/media/pictures.fixture.ts';
import { expectAccessible, layouts } from '../accessible.ts';
import {
  chooseInAccountMenu,
  desktop,
  expect,
  makeKnown,
  openAs,
  openRoom,
  phone,
  register,
  test,
} from '../journey.ts';
import { tabTo } from '../keyboard.ts';
import { messageInput } from '../messages.ts';
import { shareThroughWorker, shareTo } from '../share.ts';

const PASSWORD = 'warm chai at dusk';

/** A picture as base64. */
const picture = async (number: number) => {
  const bytes = await scene(number, 320, 240).jpeg().toBuffer();
  return bytes.toString('base64');
};

const pictures = (page: Page) => page.getByRole('list', { name: 'Your pictures' }).getByRole('img');
const place = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Rooms and people' }).getByRole('button', { name });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

test('PN-01: a picture and a link shared to Adda go to the chosen chat, after what was written there', async ({
  browser,
  server,
  client,
}) => {
  const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
  await makeKnown(client, ann, ben);
  const other = await openAs(browser, server, ben, desktop);
  await other.goto(`/v1/chat/${ann.username}`);

  const page = await openAs(browser, server, ann, phone);
  await page.goto(`/v1/chat/${ben.username}`);
  await messageInput(page).fill('look at this');
  await shareThroughWorker(page, {
    title: 'Rain',
    text: 'Rain at last: https://rain.example/',
    url: 'https://rain.example/',
    pictures: [await picture(1)],
  });
  await expect(page).toHaveURL(/\/share$/);
  await expect(pictures(page)).toHaveCount(1);
  // Nobody has written yet, so the person is found by the search.
  await page.getByRole('searchbox', { name: 'Search people and rooms' }).fill(ben.username);
  await place(page, ben.username).click();

  await expect(messageInput(page)).toHaveValue('look at this\nRain at last: https://rain.example/');
  await expect(page.getByAltText('Your image')).toBeVisible();
  await expect(messages(page).getByText('Rain at last')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messageInput(page)).toHaveValue('');
  await expect(messages(other).getByText('Rain at last')).toBeVisible();
  await expect(messages(other).getByRole('button', { name: 'Show Image' })).toBeVisible();

  // It went where it was meant to go.
  await page.goto('/share');
  await expect(page.getByRole('heading', { name: 'Nothing arrived' })).toBeVisible();
  await page.context().close();
  await other.context().close();
});

test('PN-01: what is shared without a session waits for the login, and goes with the log-out', async ({
  browser,
  server,
  client,
}) => {
  const ann = await register(client, 'ann');
  const groupId = await openRoom(client, [ann]);
  const page = await (await browser.newContext({ ...desktop, baseURL: server.url })).newPage();
  const logIn = async () => {
    await page.getByLabel('Username or e-mail').fill(ann.username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await page.goto('/');
  await shareThroughWorker(page, { text: 'rain at last', pictures: [await picture(2)] });
  await expect(page).toHaveURL(/\/login\?to=%2Fshare$/);
  await logIn();
  await expect(page).toHaveURL(/\/share$/);
  await expect(pictures(page)).toHaveCount(1);
  await expect(place(page, 'Room')).toBeVisible();

  await chooseInAccountMenu(page, 'Log out');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await logIn();
  await page.waitForURL(/\/v1/);
  await page.goto('/share');
  await expect(page.getByRole('heading', { name: 'Nothing arrived' })).toBeVisible();

  await shareThroughWorker(page, { text: 'rain at last' });
  await tabTo(page, /Cancel/);
  await tabTo(page, /Search people and rooms/);
  await tabTo(page, /Room/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/v1/group/${groupId}`));
  await expect(messageInput(page)).toHaveValue('rain at last');
  await expect(messageInput(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(messages(page).getByText('rain at last')).toBeVisible();
  await page.context().close();
});

for (const [where, options] of layouts) {
  test(`PN-01: the page of what was shared works for everyone ${where}, and leads to a new post`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(120_000);
    const ann = await register(client, 'ann');
    await openRoom(client, [ann]);
    const page = await openAs(browser, server, ann, options);
    await page.goto('/v1');
    await shareThroughWorker(page, {
      text: 'two pictures of the rain, and many words about it. '.repeat(6),
      pictures: [await picture(3), await picture(4)],
    });
    await expect(place(page, 'Room')).toBeVisible();
    await expectAccessible(page, 'what was shared');
    await page.getByRole('button', { name: 'New post' }).click();
    const post = page.getByRole('dialog', { name: 'New post' });
    await expect(post.getByLabel('Caption')).toHaveValue(/^two pictures of the rain/);
    await expect(post.getByAltText('Preview of picture-0.jpg')).toBeVisible();
    await expectAccessible(page, 'a new post of what was shared');
    await post.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(
      page.getByRole('article').filter({ hasText: 'two pictures of the rain' }).first(),
    ).toBeVisible();
    await page.goto('/share');
    await expect(page.getByRole('heading', { name: 'Nothing arrived' })).toBeVisible();
    await expectAccessible(page, 'nothing was shared');
    await page.context().close();
  });
}

test('PN-01: without a service worker the page says that nothing arrived', async ({
  browser,
  server,
  client,
}) => {
  const ann = await register(client, 'ann');
  const page = await openAs(browser, server, ann, { ...phone, serviceWorkers: 'block' });
  await page.goto('/v1');
  await shareTo(page, { text: 'rain at last', pictures: [await picture(5)] });
  await expect(page.getByRole('heading', { name: 'Nothing arrived' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the chats' }).click();
  await expect(page).toHaveURL(/\/v1$/);
  await page.context().close();
});
