import { chromium } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
import { findChromium } from '../scripts/chromium.ts';
import { startServer } from './server.ts';
import { createClient } from '../server/src/test/client.ts';
import { register, enterGuest, openAs } from './journey.ts';
import { halves } from '../server/src/features/media/pictures.fixture.ts';
import { sendUpload } from '../server/src/features/feed/posts/send-upload.fixture.ts';

const server = await startServer({ RATE_LIMITS: 'off' });
const client = createClient(server.url);
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
let at = 0;
async function look(page: any, name: string) {
  await page.waitForTimeout(600);
  at += 1;
  await page.screenshot({ path: `/tmp/w1/${String(at).padStart(2, '0')}-${name}.png` });
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  console.log(name, violations.map((v: any) => `${v.id}: ${v.nodes.map((n: any) => n.html).join(' ')}`), sideways ? 'SIDEWAYS' : '');
}
try {
  const asha = await register(client, 'asha');
  const ravi = await register(client, 'ravi');
  const guest = await enterGuest(client, 'kabir');
  const plans: string[] = [];
  for (const [name, amount] of [['Front row', 4.99], ['A whole year of everything that there is to see', 39]] as const) {
    const { data } = await client('POST /subscriptions/plan', { body: { name, amount, validity_days: amount > 10 ? 365 : 30, creator: asha.username, description: 'All of it' } }, asha);
    plans.push(data.plan_id);
  }
  await sendUpload(server.url, asha, { file: await halves().jpeg().toBuffer(), fields: { caption: 'only for the front row', is_locked: 'true', plan_id: plans[0] } });
  const sizes = { desk: { viewport: { width: 1280, height: 800 } }, small: { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true } } as const;
  for (const [size, options] of Object.entries(sizes)) {
    const scheme = size === 'desk' ? 'light' : 'dark';
    const page = await openAs(browser, server, ravi, { ...options, colorScheme: scheme } as never);
    page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()));
    page.on('pageerror', (e) => console.log('pageerror', e.message));
    await page.goto('/v1');
    await page.getByRole('button', { name: /^Wallet/ }).click();
    await page.getByRole('dialog', { name: 'Wallet' }).getByRole('button', { name: 'Add coins' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add coins' });
    await dialog.getByText('500 coins', { exact: true }).click();
    await look(page, `${size}-recharge`);
    await dialog.getByRole('button', { name: 'Pay $5' }).click();
    await page.frameLocator('iframe[title="Payment sandbox"]').getByRole('button', { name: /cancel/i }).waitFor();
    await look(page, `${size}-recharge-checkout`);
    await page.keyboard.press('Escape');
    await dialog.getByText('Payment cancelled').waitFor();
    await look(page, `${size}-recharge-cancelled`);
    await dialog.getByRole('button', { name: 'Pay $5' }).click();
    await page.frameLocator('iframe[title="Payment sandbox"]').getByRole('button', { name: /^pay/i }).click();
    await dialog.getByText('+500 coins').waitFor();
    await look(page, `${size}-recharged`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.goto(`/v1/chat/${plans[0]}`);
    await page.getByRole('button', { name: 'Subscribe', exact: true }).waitFor();
    await look(page, `${size}-plan`);
    await page.goto(`/v1/chat/plan_${'0'.repeat(24)}`);
    await page.getByText("This plan isn't sold any more").waitFor();
    await look(page, `${size}-plan-gone`);
    await page.goto(`/profile/${asha.username}`);
    await page.getByRole('link', { name: 'Subscribe' }).first().waitFor();
    await look(page, `${size}-profile-plans`);
    await page.goto('/v1?tab=feed');
    await page.getByRole('button', { name: /Subscribe to see/ }).first().click();
    await page.getByRole('button', { name: 'Subscribe', exact: true }).waitFor();
    await look(page, `${size}-feed-subscribe`);
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.getByText('No plan selected').waitFor();
    await look(page, `${size}-feed-none`);
    await page.context().close();
  }
  const page = await openAs(browser, server, ravi, sizes.desk as never);
  await page.goto('/v1?tab=feed');
  await page.getByRole('button', { name: /Subscribe to see/ }).first().click();
  await page.getByRole('radio', { name: /Front row/ }).check();
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await page.frameLocator('iframe[title="Payment sandbox"]').getByRole('button', { name: /^pay/i }).click();
  await page.getByText('Subscribed successfully').waitFor();
  await look(page, 'desk-subscribed');
  await page.goto(`/v1/chat/${plans[0]}`);
  await page.getByText('Chat with').waitFor();
  await look(page, 'desk-plan-subscribed');
  const visitor = await openAs(browser, server, guest, { ...sizes.small, colorScheme: 'light' } as never);
  await visitor.goto(`/v1/chat/${plans[0]}`);
  await visitor.getByText('Upgrade to permanent user').waitFor();
  await look(visitor, 'guest-plan');
  for (const [size, options] of Object.entries(sizes)) {
    const own = await openAs(browser, server, asha, { ...options, colorScheme: size === 'desk' ? 'light' : 'dark' } as never);
    own.on('pageerror', (e) => console.log('pageerror', e.message));
    await own.goto('/v1?tab=profile');
    const heading = own.getByRole('heading', { name: 'Earnings' });
    await heading.scrollIntoViewIfNeeded();
    await own.getByRole('slider').focus();
    await own.keyboard.press('End');
    await look(own, `${size}-earnings`);
    await own.getByText('Show as a table').click();
    await own.getByLabel('Time').selectOption('365');
    await look(own, `${size}-earnings-year`);
    await own.getByRole('button', { name: /Change the plan Front/ }).click();
    await own.getByRole('menuitem', { name: 'Edit' }).click();
    await own.getByRole('dialog', { name: 'Edit plan' }).waitFor();
    await look(own, `${size}-edit-plan`);
    await own.keyboard.press('Escape');
    await own.goto(`/v1/chat/${plans[0]}`);
    await own.getByText('This is your own plan').waitFor();
    await look(own, `${size}-own-plan`);
  }
} catch (error) {
  console.log('FAILED', error);
  for (const context of browser.contexts()) for (const page of context.pages()) await page.screenshot({ path: `/tmp/w1/99-failed-${Math.random()}.png` });
} finally {
  await browser.close();
  await server.dispose();
}
