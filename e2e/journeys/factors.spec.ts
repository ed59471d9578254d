import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { createClient, type Client } from '../../server/src/test/client.ts';
import { expectAccessible, layouts } from '../accessible.ts';
import { addDevice, codeOf, setUpApp } from '../factors.ts';
import {
  desktop,
  expect,
  freshName,
  openAs,
  openSettings,
  phone,
  register,
  test as base,
} from '../journey.ts';
import { tabTo } from '../keyboard.ts';
import { startNamedServer, type Server } from '../server.ts';

const PASSWORD = 'warm chai at dusk';

/** A server whose address has a host name, which passkeys need. */
const test = base.extend<{ namedClient: Client }, { namedServer: Server }>({
  namedServer: [
    async ({ browserName: _anyBrowser }, provide) => {
      const server = await startNamedServer({ RATE_LIMITS: 'off' });
      await provide(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  namedClient: async ({ namedServer }, provide) => provide(createClient(namedServer.url)),
});

/** Opens a page of a browser that nobody is logged in with. */
async function openLogin(browser: Browser, server: Server, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: server.url });
  return context.newPage();
}

const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const secondStep = (page: Page) => page.getByRole('heading', { name: 'One more step' });
const expectInside = (page: Page) => expect(page).toHaveURL(/\/v1(\?|$)/);

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await passwordField(page).fill(PASSWORD);
  await passwordField(page).press('Enter');
}

test('ID-01, ID-02, ID-03: an account that began with a passkey alone, from phone to phone, until the passkey is lost', async ({
  browser,
  namedServer: server,
}) => {
  test.setTimeout(180_000);
  const username = freshName('asha');
  const page = await openLogin(browser, server, phone);
  const device = await addDevice(page);

  await test.step('she registers by passkey alone', async () => {
    await page.goto('/register');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('E-mail').fill(`${username}@example.com`);
    await page.getByRole('button', { name: 'Use a passkey instead of a password' }).tap();
    await expect(passwordField(page)).toHaveCount(0);
    await page.getByLabel('Date of birth').fill('1999-05-17');
    await page.getByLabel('Sex').selectOption('female');
    await page.getByLabel('Country').selectOption('India');
    await page.getByLabel('State or region').selectOption('Kerala');
    await page.getByRole('button', { name: 'Create my account' }).tap();
    await expectInside(page);
    expect(await device.passkeys()).toHaveLength(1);
  });

  const second = await openLogin(browser, server, phone);
  await test.step('she logs in with it on another phone, by the button', async () => {
    // Her password manager has it there, too; only the suggestions of the field wait until she confirms.
    await second.goto('/login');
    await expect(second.getByLabel('Username or e-mail')).toHaveAttribute(
      'autocomplete',
      'username webauthn',
    );
    const other = await addDevice(second);
    await other.copyFrom(device);
    await second.getByRole('button', { name: 'Use a passkey' }).tap();
    await expectInside(second);
    await expect(second.getByText('Log in faster next time?')).toHaveCount(0);
  });

  let secret = '';
  let codes: string[] = [];
  await test.step('the passkey is her only way in, until she sets a password; then an authenticator app', async () => {
    await openSettings(second, 'Security');
    await expect(second.getByText(/^This is your only way in/)).toBeVisible();
    await second.getByLabel('New password').fill(PASSWORD);
    await second.getByRole('button', { name: 'Set a password' }).tap();
    await expect(second.getByLabel('Current password')).toBeVisible();
    await expect(second.getByRole('button', { name: /^Remove/ })).toBeVisible();
    await second.getByRole('button', { name: 'Set it up' }).tap();
    const form = second.getByRole('dialog', { name: 'Set up an authenticator app' });
    secret = (await form.locator('code').textContent()) ?? '';
    await form.getByLabel('Code from your authenticator app').fill(codeOf(secret));
    await form.getByRole('button', { name: 'Turn on' }).tap();
    const shown = second.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(shown.getByRole('listitem')).toHaveCount(10);
    codes = await shown.getByRole('listitem').allTextContents();
    const download = second.waitForEvent('download');
    await shown.getByRole('button', { name: 'Download them' }).tap();
    expect((await download).suggestedFilename()).toBe('adda-recovery-codes.txt');
    await shown.getByRole('button', { name: 'I have kept them' }).tap();
    await expect(second.getByText('10 recovery codes are left.')).toBeVisible();
  });
  for (const lost of [page, second]) await lost.context().close();

  await test.step('she lost the passkey and the app: the password and a recovery code let her in', async () => {
    const third = await openLogin(browser, server, phone);
    await enterPassword(third, username);
    await expect(secondStep(third)).toBeVisible();
    await third.getByRole('button', { name: 'Use a recovery code instead' }).tap();
    await third.getByLabel('Recovery code').fill('aaaa-bbbb-cccc-dddd-eeee-ffff');
    await third.getByRole('button', { name: 'Continue' }).tap();
    await expect(third.getByText('This code is not right')).toBeVisible();
    await expect(third.getByLabel('Recovery code')).toHaveValue('aaaa-bbbb-cccc-dddd-eeee-ffff');
    await third.getByLabel('Recovery code').fill(` ${codes[0]?.toUpperCase()} `);
    await third.getByRole('button', { name: 'Continue' }).tap();
    await expectInside(third);
    await openSettings(third, 'Security');
    await expect(third.getByText('9 recovery codes are left.')).toBeVisible();
    await third.context().close();
  });
});

test('ID-01: the field suggests the passkey; what the device confirms there logs in', async ({
  browser,
  namedServer: server,
  namedClient: client,
}) => {
  const ravi = await register(client, 'ravi');
  const page = await openAs(browser, server, ravi, desktop);
  const device = await addDevice(page);
  await openSettings(page, 'Security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('Desk');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Desk', { exact: true })).toBeVisible();

  const other = await openLogin(browser, server, desktop);
  await (await addDevice(other)).copyFrom(device);
  await other.goto('/login');
  await expectInside(other);
  for (const each of [page, other]) await each.context().close();
});

test('ID-01, ID-02, ID-03: by keyboard: the offer after a login, the second step, and the proof that returns to what one did', async ({
  browser,
  namedServer: server,
  namedClient: client,
}) => {
  const ben = await register(client, 'ben');
  const { secret } = await setUpApp(client, ben);
  const page = await openLogin(browser, server, desktop);
  const device = await addDevice(page);
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').focus();
  await page.keyboard.type(ben.username);
  await tabTo(page, /^\s*Password/);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(secondStep(page)).toBeVisible();
  await expect(page.getByLabel('Code from your authenticator app')).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is not right')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(codeOf(secret).replace(/^.../, '$& '));
  await page.keyboard.press('Enter');
  await expectInside(page);

  await expect(page.getByText('Log in faster next time?')).toBeVisible();
  await tabTo(page, /^\s*Add a passkey$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Your passkey is added/)).toBeVisible();
  expect(await device.passkeys()).toHaveLength(1);

  await test.step('the proof has become too old: the passkey proves it, and the passkey is removed after all', async () => {
    await openSettings(page, 'Security');
    let isTooOld = true;
    await page.route('**/auth/passkeys/*', async (route) => {
      if (!isTooOld || route.request().method() !== 'DELETE') return route.fallback();
      isTooOld = false;
      return route.fulfill({
        status: 403,
        json: { code: 'reauthentication_needed', detail: 'Again, please.' },
      });
    });
    await tabTo(page, /^Remove .* computer/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^\s*Remove it$/);
    await page.keyboard.press('Enter');
    const proof = page.getByRole('dialog', { name: 'Is it you?' });
    await expect(proof.getByLabel('Code from your authenticator app')).toBeFocused();
    await expect(proof.getByLabel('Password')).toHaveCount(0);
    await tabTo(page, /^\s*Use a passkey$/);
    await page.keyboard.press('Enter');
    await expect(page.getByText('You have none yet.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await page.context().close();
});

for (const [where, options] of layouts) {
  test(`ID-01, ID-02, ID-03: every view, ${where}, light and dark: axe finds nothing, nothing scrolls sideways (SH-50)`, async ({
    browser,
    namedServer: server,
    namedClient: client,
  }) => {
    test.setTimeout(240_000);
    const asha = await register(client, 'a-name-of-almost-thirty');
    const page = await openAs(browser, server, asha, options);
    await addDevice(page);

    await test.step('settings', async () => {
      await openSettings(page, 'Security');
      await expectAccessible(page, 'no factors');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await expectAccessible(page, 'the name of a passkey');
      await page
        .getByLabel('Name of the passkey')
        .fill('A-name-without-any-blank-in-it-that-has-all-of-sixty-letters');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^A-name-without/)).toBeVisible();
      await page.getByRole('button', { name: 'Set it up' }).click();
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
      await expectAccessible(page, 'the key of the app');
      const secret = (await page.locator('dialog code').textContent()) ?? '';
      await page.getByLabel('Code from your authenticator app').fill(codeOf(secret));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'I have kept them' })).toBeVisible();
      await page.getByRole('button', { name: 'Close' }).click();
      await expectAccessible(page, 'the recovery codes');
      await page.getByRole('button', { name: 'I have kept them' }).click();
      await expectAccessible(page, 'all factors');
    });

    await test.step('the proof', async () => {
      await page.route('**/auth/totp/recovery-codes', (route) =>
        route.fulfill({ status: 403, json: { code: 'reauthentication_needed', detail: 'Again, please.' } }),
      );
      await page.getByRole('button', { name: 'New recovery codes' }).click();
      await page.getByRole('button', { name: 'Make new ones' }).click();
      await expect(page.getByRole('dialog', { name: 'Is it you?' })).toBeVisible();
      await expectAccessible(page, 'the proof');
    });

    await test.step('login and registration', async () => {
      const other = await openLogin(browser, server, options);
      await other.goto('/register');
      await other.getByRole('button', { name: 'Use a passkey instead of a password' }).click();
      await expectAccessible(other, 'registration with a passkey');
      await other.goto('/login');
      await expect(other.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
      await expectAccessible(other, 'the login');
      await enterPassword(other, asha.username);
      await expect(secondStep(other)).toBeVisible();
      await other.getByRole('button', { name: 'Continue' }).click();
      await expectAccessible(other, 'the second step');
      await other.getByRole('button', { name: 'Use a recovery code instead' }).click();
      await expectAccessible(other, 'a recovery code');
      await other.context().close();
    });
    await page.context().close();
  });
}
