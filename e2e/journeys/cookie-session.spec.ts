import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SESSION_COOKIE } from '@adda/contract/platform';
import type { Page } from '@playwright/test';
import { scene } from '../../server/src/features/media/pictures.fixture.ts';
import { desktop, expect, message, openRoom, register, sendMessage, test } from '../journey.ts';
import { storedText, waitForKeptApp, writeCopies } from '../offline.ts';

/** A signed token, wherever it stands in a text. */
const TOKEN = /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/;

/** Runs in the page: every text that a script reaches from the window, to a depth that covers the state of the app. */
function textsInMemory(): string[] {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  const visit = (value: unknown, depth: number) => {
    if (typeof value === 'string') texts.push(value);
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return;
    if (depth === 0 || seen.has(value)) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) {
      try {
        texts.push(String(key));
        visit(Reflect.get(value, key), depth - 1);
      } catch {
        // a getter that throws holds nothing
      }
    }
  };
  visit(globalThis, 8);
  for (const element of document.querySelectorAll('*')) visit(element, 4);
  return texts;
}

/** Notes the address and the body of everything that passes between the page and the server. */
function listen(page: Page): string[] {
  const passed: string[] = [];
  const context = page.context();
  context.on('request', (request) => passed.push(request.url(), request.postData() ?? ''));
  context.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (type.includes('json')) passed.push(await response.text().catch(() => ''));
  });
  page.on('websocket', (socket) => {
    passed.push(socket.url());
    socket.on('framesent', ({ payload }) => passed.push(String(payload)));
    socket.on('framereceived', ({ payload }) => passed.push(String(payload)));
  });
  return passed;
}

test('ID-07: after a login no script finds a token, in storage, in memory, in addresses or in responses', async ({
  browser,
  server,
  client,
}) => {
  const { username, token } = await register(client, 'ann');
  const groupId = await openRoom(client, [{ token }]);
  const context = await browser.newContext({ ...desktop, baseURL: server.url });
  const page = await context.newPage();
  const passed = listen(page);
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('warm chai at dusk');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/v1/);
  await page.goto(`/v1/group/${groupId}`);
  await sendMessage(page, 'hello from the cookie');
  await expect(message(page, 'hello from the cookie')).toBeVisible();
  await page.goto('/v1?tab=feed');
  const picture = await scene(1, 320, 240).jpeg().toBuffer();
  await page.getByRole('button', { name: 'New post', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New post' });
  const file = { name: 'rain.jpg', mimeType: 'image/jpeg', buffer: picture };
  await dialog.getByLabel('Photo or video file').setInputFiles(file);
  await dialog.getByLabel('Caption').fill('rain at last');
  await dialog.getByLabel('Hashtags').fill('#rain');
  await dialog.getByRole('button', { name: 'grateful' }).click();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: 20_000 });
  await waitForKeptApp(page);
  await writeCopies(page);
  const second = await context.newPage();
  await second.goto(`/v1/group/${groupId}`);
  await expect(message(second, 'hello from the cookie')).toBeVisible();
  await page.reload();

  expect(await storedText(page)).not.toMatch(TOKEN);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  expect((await page.evaluate(textsInMemory)).filter((text) => TOKEN.test(text))).toEqual([]);
  // The search finds a token that is planted.
  await page.evaluate(
    (planted) => Object.assign(globalThis, { state: { of: { someone: [planted] } } }),
    token,
  );
  expect((await page.evaluate(textsInMemory)).filter((text) => TOKEN.test(text))).toEqual([token]);
  expect(passed.length).toBeGreaterThan(50);
  expect(passed.filter((text) => TOKEN.test(text))).toEqual([]);
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === SESSION_COOKIE.http)).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    value: expect.stringMatching(TOKEN),
  });
  await context.close();
});

/** Runs in a page of another origin: returns the results of writing, reading and opening a socket with the session cookie of a user. */
async function attack({
  target,
  username,
}: {
  target: string;
  username: string;
}): Promise<Record<string, string>> {
  const outcome = (promise: Promise<Response>) =>
    promise.then(
      async (response) => `${response.type} ${response.status} ${(await response.text()).slice(0, 80)}`,
      () => 'refused',
    );
  const write = {
    method: 'POST',
    credentials: 'include',
    body: JSON.stringify({ name: 'Taken over' }),
  } as const;
  const headers = { 'content-type': 'application/json', 'x-api-key': 'adda-web' };
  const create = `${target}/groupchat/groups/create`;
  const socket = new WebSocket(
    `${target.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&self=${encodeURIComponent(username)}`,
  );
  const heard = new Promise<string>((resolve) => {
    socket.onopen = () => socket.send('40');
    socket.onmessage = ({ data }) => String(data).startsWith('4') && resolve(String(data));
    socket.onerror = () => resolve('refused');
    socket.onclose = () => resolve('refused');
  });
  return {
    written: await outcome(fetch(create, { ...write, headers })),
    writtenBlindly: await outcome(fetch(create, { ...write, mode: 'no-cors' })),
    read: await outcome(fetch(`${target}/users/me`, { credentials: 'include', headers })),
    readBlindly: await outcome(fetch(`${target}/users/me`, { credentials: 'include', mode: 'no-cors' })),
    socket: await heard,
  };
}

test('ID-07: a page of another origin can neither write, nor read, nor open a socket with the cookie', async ({
  browser,
  server,
  client,
}) => {
  const account = await register(client, 'ann');
  const foreign = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Win a prize</h1>');
  });
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const { port } = foreign.address() as AddressInfo;
  const context = await browser.newContext({ ...desktop, baseURL: server.url });
  await context.addCookies([
    { name: SESSION_COOKIE.http, value: account.token, url: server.url, httpOnly: true, sameSite: 'Lax' },
  ]);
  for (const host of ['127.0.0.1', 'localhost', 'evil.localhost']) {
    const page = await context.newPage();
    await page.goto(`http://${host}:${port}/`);
    const { written, writtenBlindly, read, readBlindly, socket } = await page.evaluate(attack, {
      target: server.url,
      username: account.username,
    });
    expect(written, host).toBe('refused');
    expect(writtenBlindly, host).toMatch(/^(refused|opaque 0 )$/);
    expect(read, host).toBe('refused');
    expect(readBlindly, host).toMatch(/^(refused|opaque 0 )$/);
    expect(socket, host).toBe('refused');

    // A form needs no permission to be sent; it has neither the key nor the origin.
    await page.setContent(
      `<form method="post" enctype="text/plain" action="${server.url}/groupchat/groups/create"><button>Win</button></form>`,
    );
    await page.getByRole('button').click();
    await expect(page.getByText(/Invalid API key|foreign_origin/)).toBeVisible();
    await page.close();
  }
  const { data } = await client('GET /groupchat/groups', { query: { search: 'Taken over' } }, account);
  expect(data.groups).toEqual([]);
  await context.close();
  foreign.close();
});
