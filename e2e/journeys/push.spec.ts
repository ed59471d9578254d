import { startPushService, type PushService } from '../../server/src/features/push/push-service.fixture.ts';
import { createClient, type Client } from '../../server/src/test/client.ts';
import { expectAccessible, layouts } from '../accessible.ts';
import {
  chooseInAccountMenu,
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  openSettings,
  register,
  sendMessage,
  test as base,
} from '../journey.ts';
import { openPusher, pressIn, pushUntilShown, shownIn, subscribeAt, workerOf } from '../push.ts';
import { startServer, type Server } from '../server.ts';

/** A server that may reach the push service of the test. */
const test = base.extend<{ pushClient: Client }, { service: PushService; pushServer: Server }>({
  service: [
    async ({ browserName: _anyBrowser }, provide) => {
      const service = await startPushService();
      await provide(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  pushServer: [
    async ({ service }, provide) => {
      const server = await startServer({
        RATE_LIMITS: 'off',
        PUSH_ALLOW_ADDRESSES: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: service.caFile,
      });
      await provide(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  pushClient: async ({ pushServer }, provide) => provide(createClient(pushServer.url)),
});

test('PN-02, PN-03: a message reaches a closed app; it is answered from the notification, read elsewhere and taken back', async ({
  browser,
  pushServer: server,
  pushClient: client,
  service,
}) => {
  const [ann, ben, cat] = [
    await register(client, 'ann'),
    await register(client, 'ben'),
    await register(client, 'cat'),
  ];
  await makeKnown(client, ann, ben, cat);
  const device = service.browser();

  // The question comes after the first message, not before.
  const page = await openAs(browser, server, ann, desktop);
  await subscribeAt(page.context(), device);
  const question = page.getByRole('region', { name: 'Know when they answer?' });
  await page.goto(`/v1/chat/${ben.username}`);
  await expect(page.getByLabel('Message', { exact: true })).toBeEnabled();
  await expect(question).toBeHidden();
  await sendMessage(page, 'Are you there?');
  await question.getByRole('button', { name: 'Turn on' }).click();
  await expect(question).toBeHidden();
  const worker = await workerOf(page.context());

  // The app is closed; the browser is still there.
  const control = await page.context().newPage();
  await control.goto(`${server.url}/favicon.svg`);
  const push = await openPusher(control);
  await page.close();

  const other = await openAs(browser, server, ben, desktop);
  await other.goto(`/v1/chat/${ann.username}`);
  await sendMessage(other, 'Yes, on my way');
  await expect.poll(() => device.received.length, { timeout: 30_000 }).toBe(1);
  const [first] = device.received;
  expect(first?.payload).toMatchObject({ kind: 'message', title: ben.username, body: 'Yes, on my way' });
  if (first) await pushUntilShown(push, worker, first.payload);
  expect((await shownIn(worker))[0]).toMatchObject({ title: ben.username, body: 'Yes, on my way' });

  // Answered without opening the app: the other one sees it, and the message is read.
  await pressIn(worker, { action: 'reply', reply: 'Bring chai!' });
  await expect(message(other, 'Bring chai!')).toHaveCount(1);
  expect(await shownIn(worker)).toEqual([]);

  // What is read on another device is taken back with the next push.
  await sendMessage(other, 'With ginger?');
  await expect.poll(() => device.received.length, { timeout: 30_000 }).toBe(2);
  const second = device.received[1];
  if (second) await pushUntilShown(push, worker, second.payload);
  await client('POST /conversations/read', { body: { recipient: ben.username, up_to: 1000 } }, ann);
  const stranger = await openAs(browser, server, cat, desktop);
  await stranger.goto(`/v1/chat/${ann.username}`);
  await sendMessage(stranger, 'Dinner on Friday?');
  await expect.poll(() => device.received.length, { timeout: 30_000 }).toBe(3);
  const third = device.received[2];
  if (third) await push(third.payload);
  await expect
    .poll(async () => (await shownIn(worker)).map(({ body }) => body))
    .toEqual(['Dinner on Friday?']);

  // With the app open a press leads there without a reload, and the log-out leaves nothing.
  await control.goto('/v1');
  const loadedFiles = () =>
    control.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await expect.poll(loadedFiles).toContainEqual(expect.stringContaining('/assets/worker-'));
  await control.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await pressIn(worker);
  await expect(control).toHaveURL(new RegExp(`/v1/chat/${cat.username}`));
  expect(await control.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true);
  expect(service.faults).toEqual([]);

  // The log-out leaves nothing of the account, for the next one.
  await sendMessage(stranger, 'Or on Saturday?');
  if (third) await pushUntilShown(push, worker, { ...third.payload, url: '/v1', tag: 'another' });
  await chooseInAccountMenu(control, 'Log out');
  await expect.poll(() => shownIn(worker)).toEqual([]);
  if (third) await push(third.payload);
  await sendMessage(stranger, 'Tell me tomorrow');
  await expect(message(stranger, 'Tell me tomorrow')).toBeVisible();
  expect(await shownIn(worker)).toEqual([]);
  await control.context().close();
  await other.context().close();
  await stranger.context().close();
});

for (const [where, options] of layouts) {
  test(`PN-02, NT-03: notifications are switched on, given quiet hours and less words in the settings, ${where}`, async ({
    browser,
    pushServer: server,
    pushClient: client,
    service,
  }) => {
    const ann = await register(client, 'ann');
    const page = await openAs(browser, server, ann, options);
    await subscribeAt(page.context(), service.browser());
    await openSettings(page, 'Notifications');
    const device = page.getByRole('switch', { name: 'Notifications on this device' });
    await expect(device).toHaveAttribute('aria-checked', 'false');
    await device.click();
    await expect(device).toHaveAttribute('aria-checked', 'true');
    const quiet = page.getByRole('switch', { name: 'Quiet hours' });
    await quiet.click();
    await expect(quiet).toHaveAttribute('aria-checked', 'true');
    await page.getByLabel('From', { exact: true }).fill('23:30');
    await page.getByLabel('To', { exact: true }).focus();
    const name = page.getByRole('radio', { name: 'Only the name' });
    await name.click();
    await expect(name).toBeChecked();
    const stored = async () => (await client('GET /users/settings', {}, ann)).data;
    await expect.poll(stored).toMatchObject({ preview: 'name', quiet_hours: { from: '23:30', to: '08:00' } });
    await expectAccessible(page, `notifications ${where}`);
    await device.click();
    await expect(device).toHaveAttribute('aria-checked', 'false');
    await page.context().close();
  });
}

test('PN-01: the app can be installed, and its service worker starts after the first screen', async ({
  browser,
  pushServer: server,
  pushClient: client,
}) => {
  const ann = await register(client, 'ann');
  const page = await openAs(browser, server, ann, desktop);
  await page.goto('/v1');
  await workerOf(page.context());
  const session = await page.context().newCDPSession(page);
  const { data, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest: { shortcuts: { url: string }[]; icons: { src: string }[] } = JSON.parse(data ?? '');
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
  }
  for (const { url } of manifest.shortcuts) {
    await page.goto(url);
    await expect(page.getByRole('banner')).toBeVisible();
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A window without a history can't install; nothing is wrong with the app itself.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const file = await page.request.get('/manifest.webmanifest');
  expect(file.headers()['content-type']).toContain('application/manifest+json');
  const worker = await page.request.get('/sw.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
  await page.context().close();
});
