import { desktop, expect, freshName, test } from '../journey.ts';
import { tabTo } from '../keyboard.ts';

test('a user without a mouse registers, creates a room and writes', async ({ browser, server }) => {
  const page = await (await browser.newContext({ ...desktop, baseURL: server.url })).newPage();
  const username = freshName('tara');
  await page.goto('/');
  await tabTo(page, /Create an account/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await tabTo(page, /Username/);
  await page.keyboard.type(username);
  await tabTo(page, /E-mail/);
  await page.keyboard.type(`${username}@example.com`);
  await tabTo(page, /^\s*Password/);
  await page.keyboard.type('warm chai at dusk');
  await tabTo(page, /Date of birth/);
  await page.keyboard.type('05171999');
  await tabTo(page, /Sex/);
  await page.keyboard.type('Fem');
  await tabTo(page, /Country/);
  await page.keyboard.type('India');
  await tabTo(page, /State/);
  await page.keyboard.type('Kerala');
  await tabTo(page, /Create my account/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/v1/);

  await tabTo(page, /Create room/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Room name')).toBeFocused();
  const room = freshName('No mouse ');
  await page.keyboard.type(room);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: room })).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused();
  await page.keyboard.type('all by keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('all by keyboard')).toBeVisible();

  await page.context().close();
});
