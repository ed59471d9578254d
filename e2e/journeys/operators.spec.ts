import type { Browser, Page } from '@playwright/test';
import { randomPicture } from '../../server/src/features/media/pictures.fixture.ts';
import { sendUpload } from '../../server/src/features/feed/posts/send-upload.fixture.ts';
import type { Client } from '../../server/src/test/client.ts';
import {
  desktop,
  expect,
  message,
  openAs,
  phone,
  register,
  sendMessage,
  test,
  makeKnown,
  rowOf,
} from '../journey.ts';
import { adminCommand, openConsole, openNotifications, openSection } from '../operators.ts';
import type { Server } from '../server.ts';

const insult = 'answer me or I will find you';
const ruling = 'You are right, and we are sorry. We have taken the decision back.';

/** Sends a picture with a text in the open private chat. */
async function sendPicture(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Image' });
  const buffer = await randomPicture().jpeg().toBuffer();
  await dialog.getByLabel('Image file').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await dialog.getByRole('button', { name: 'Add image', exact: true }).click();
  await sendMessage(page, text);
  await expect(message(page, text)).toBeVisible();
}

/** Opens the report dialog of a message of the other user. */
async function reportMessage(page: Page, text: string) {
  const row = rowOf(page, text);
  await row.hover();
  await row.getByRole('button', { name: /^Options of the message/ }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  return page.getByRole('dialog', { name: /^Report a message of/ });
}

/** Deletes all messages of the caller in the open chat. */
async function deleteEverything(page: Page): Promise<void> {
  page.on('dialog', (question) => void question.accept());
  const buttons = page.getByRole('button', { name: /^Delete the message/ });
  for (let left = await buttons.count(); left > 0; left -= 1) {
    await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').last().hover();
    await buttons.last().click();
    await expect(buttons).toHaveCount(left - 1);
  }
}

/** Creates two administrators with the command; the first uses a desktop, the second a phone. */
async function openAdmins(browser: Browser, server: Server, client: Client): Promise<readonly [Page, Page]> {
  const [leela, omar] = [await register(client, 'leela'), await register(client, 'omar')];
  for (const { username } of [leela, omar])
    expect(await adminCommand(server, 'grant', username)).toContain(`${username} is an admin now.`);
  const pages = [
    await openAs(browser, server, leela, desktop),
    await openAs(browser, server, omar, phone),
  ] as const;
  for (const page of pages) {
    await page.goto('/v1');
    await openConsole(page);
  }
  return pages;
}

test('SV-48, SV-49, SV-50, SV-105: a harassed user reports; the other deletes everything, is suspended, is logged out on both devices, appeals; another admin reverses; both users are notified, and the audit log has every step', async ({
  browser,
  server,
  client,
}, testInfo) => {
  test.setTimeout(240_000);
  const [anu, bala] = [await register(client, 'anu'), await register(client, 'bala')];
  await makeKnown(client, anu, bala);
  const victim = await openAs(browser, server, anu, desktop);
  const desk = await openAs(browser, server, bala, desktop);
  const mobile = await openAs(browser, server, bala, phone);
  await victim.goto(`/v1/chat/${bala.username}`);
  await desk.goto(`/v1/chat/${anu.username}`);
  await mobile.goto('/v1');

  // Harassed in a private chat, with a picture.
  await sendMessage(desk, 'hey, pretty');
  await sendPicture(desk, 'this is me');
  await sendMessage(desk, insult);
  await expect(message(victim, insult)).toBeVisible();
  const dialog = await reportMessage(victim, insult);
  await dialog.getByLabel('What happened?').fill('He threatens me and does not stop.');
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(victim.getByText('User reported successfully').first()).toBeVisible();
  await deleteEverything(desk);
  await expect(message(victim, insult)).toBeHidden();

  // The first administrator finds it in the queue, with the original content.
  const [leela, omar] = await openAdmins(browser, server, client);
  await openSection(leela, 'Reports');
  await leela.getByRole('link', { name: new RegExp(bala.username) }).click();
  const open = leela.getByRole('article');
  await expect(open.getByText('He threatens me and does not stop.')).toBeVisible();
  const evidence = open.getByRole('list', { name: 'Messages kept' });
  await expect(
    evidence.getByRole('listitem').filter({ hasText: insult }).getByText('Reported'),
  ).toBeVisible();
  await expect(evidence.getByText('hey, pretty')).toBeVisible();
  const show = evidence.getByRole('button', { name: 'Show picture' });
  await expect(evidence.getByRole('img')).toHaveCount(0); // blurred, and hidden from screen readers
  await show.click();
  const picture = evidence.getByRole('img', { name: /^Picture sent by/ });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await open.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(open.getByText('You look at it')).toBeVisible();

  // Suspended for a week: logged out on both devices within a second.
  await open.getByRole('radio', { name: 'Suspend for some days' }).check();
  await open.getByText('7 days').click();
  await open.getByRole('button', { name: '+ Insults' }).click();
  const logoutMs = async (page: Page, since: number) => {
    await page.waitForURL(/\/suspended$/, { timeout: 15_000 });
    return Date.now() - since;
  };
  const since = Date.now();
  const logouts = Promise.all([logoutMs(desk, since), logoutMs(mobile, since)]);
  await open.getByRole('button', { name: 'Decide' }).click();
  const waited = await logouts;
  testInfo.annotations.push({ type: 'logged out after', description: `${waited.join(' and ')} ms` });
  await expect(leela.getByText(`${bala.username} is suspended`).first()).toBeVisible();
  for (const page of [desk, mobile]) {
    await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
    await expect(page.getByText(/You insulted or threatened somebody/)).toBeVisible();
  }
  expect((await client('GET /users/me', {}, bala)).status).toBe(403);

  // He appeals, once; the administrator who decided can't judge it.
  await mobile.getByLabel('Why should we look again?').fill('She knows that it was a line from a film.');
  await mobile.getByRole('button', { name: 'Ask for another look' }).click();
  await expect(mobile.getByText('You asked for another look')).toBeVisible();
  await openSection(leela, 'Appeals');
  await leela.getByRole('link', { name: new RegExp(bala.username) }).click();
  await expect(leela.getByText(/You made this decision or it is about you/)).toBeVisible();
  for (const name of ['Uphold', 'Reverse'])
    await expect(leela.getByRole('article').getByRole('button', { name })).toBeDisabled();
  await openSection(omar, 'Appeals');
  await omar.getByRole('link', { name: new RegExp(bala.username) }).click();
  await expect(
    omar.getByRole('article').getByText('She knows that it was a line from a film.'),
  ).toBeVisible();
  await omar.getByRole('button', { name: '+ We were wrong' }).click();
  await omar.getByRole('button', { name: 'Reverse' }).click();
  await expect(omar.getByText('The decision was taken back').first()).toBeVisible();

  // The suspended user is reinstated and can read the ruling; the reporter is only notified of the decision.
  await mobile.getByRole('button', { name: 'Log in as somebody else' }).click();
  await mobile.getByLabel(/^Username/).fill(bala.username);
  await mobile.getByLabel('Password', { exact: true }).fill('warm chai at dusk');
  await mobile.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(mobile).toHaveURL(/\/v1/);
  const notifications = await openNotifications(mobile);
  await expect(notifications.getByText(ruling).first()).toBeVisible();
  const thanks = await openNotifications(victim);
  await expect(thanks.getByText('Thank you for your report')).toBeVisible();
  await expect(thanks.getByText(/insulted|suspended|7 days/i)).toHaveCount(0);

  // Every step is in the audit log, and the hash chain is valid.
  await openSection(leela, 'Audit');
  const reported = bala.username;
  for (const step of [
    /took a report/,
    /decided a report/,
    new RegExp(`suspended ${reported} until`),
    /asked for another look/,
    new RegExp(`took back a decision against ${reported}`),
    /made leela.* an administrator/,
  ])
    await expect(leela.getByRole('main').getByText(step).first()).toBeVisible();
  await leela.getByRole('button', { name: 'Verify chain' }).click();
  await expect(leela.getByText('The audit is complete and unchanged.')).toBeVisible();
  const printed = await adminCommand(server, 'audit', 'check');
  expect(printed).toContain('The audit is complete and unchanged.');
  for (const page of [victim, desk, mobile, leela, omar]) await page.context().close();
});

test('SV-47, SV-51: one press under a post stores it as evidence, blocks and reports; it is taken down and its sender reads why', async ({
  browser,
  server,
  client,
}) => {
  test.setTimeout(180_000);
  const [anu, bala, leela] = [
    await register(client, 'anu'),
    await register(client, 'bala'),
    await register(client, 'leela'),
  ];
  const file = await randomPicture().jpeg().toBuffer();
  const { media_id: mediaId = '' } = await sendUpload(server.url, bala, {
    file,
    fields: { caption: 'look who sleeps here' },
  });
  const victim = await openAs(browser, server, anu, phone);
  await victim.goto('/v1?tab=feed');
  const card = victim.getByRole('article').filter({ hasText: 'look who sleeps here' });
  await card.getByRole('button', { name: /^More about/ }).click();
  await victim.getByRole('menuitem', { name: /^Report/ }).click();
  await victim.getByRole('button', { name: 'Report and block' }).click();
  await expect(card).toBeHidden();
  await expect(victim.getByText(`You reported and blocked ${bala.username}.`).first()).toBeVisible();

  await adminCommand(server, 'grant', leela.username);
  const desk = await openAs(browser, server, leela, desktop);
  await desk.goto('/admin?view=reports&filter=kind%3Dpost');
  await desk.getByRole('link', { name: new RegExp(bala.username) }).click();
  const open = desk.getByRole('article');
  await expect(open.getByText('look who sleeps here')).toBeVisible();
  await open.getByRole('radio', { name: 'Remove the content' }).check();
  await open.getByRole('button', { name: "+ Somebody else's pictures" }).click();
  await open.getByRole('button', { name: 'Decide' }).click();
  const sure = desk.getByRole('dialog', { name: 'Remove this from Adda?' });
  await sure.getByRole('button', { name: 'Remove' }).click();
  await expect(desk.getByText(/was removed and/).first()).toBeVisible();
  const params = { media_id: mediaId };
  expect((await client('GET /feed/post/:media_id', { params }, bala)).status).toBe(404);
  expect((await sendUpload(server.url, bala, { file })).code).toBe('upload_refused');
  const author = await openAs(browser, server, bala, desktop);
  await author.goto('/v1');
  const notifications = await openNotifications(author);
  await expect(notifications.getByText(/without their consent/)).toBeVisible();

  // The console is notified that its session was ended elsewhere.
  await client('POST /auth/logout', {}, leela);
  await expect(desk).toHaveURL(`${server.url}/`);
  for (const page of [victim, desk, author]) await page.context().close();
});
