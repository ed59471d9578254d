import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.fixture.ts';
import { createBrowser } from '../../test/browser.fixture.ts';
import { freshName, PASSWORD, registration } from './accounts.fixture.ts';

const SITE = 'https://adda.example';

let adda: TestApp;
beforeAll(async () => void (adda = await startTestApp({ PUBLIC_URL: SITE })));
afterAll(() => adda.stop());

type Handshake = { cookie: string; self: string; headers?: Record<string, string>; token?: string };

/** Connects a shell as a browser does; resolves with 'connected', the code of the refusal, or the text of a broken handshake. */
function connect({ cookie, self, headers = { origin: SITE }, token }: Handshake) {
  const socket = io(adda.url, {
    path: '/socket.io',
    query: { self, ...(token !== undefined && { token }) },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie, ...headers },
  });
  onTestFinished(() => void socket.disconnect());
  const outcome = new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
      resolve(error.data?.code ?? error.message),
    );
  });
  return { socket, outcome };
}

async function registered() {
  const browser = createBrowser(adda.url, SITE);
  const username = freshName();
  await browser.call('POST /auth/register', { body: registration(username) });
  return { browser, username };
}

it('ID-07: a socket without a token rests on the cookie, and is the user of that cookie alone', async () => {
  const { browser, username } = await registered();
  const cookie = browser.cookie();
  expect(await connect({ cookie, self: username }).outcome).toBe('connected');
  const { username: other } = await registered();
  expect(await connect({ cookie, self: other }).outcome).toBe('self_mismatch');
  expect(await connect({ cookie: '', self: username }).outcome).toBe('not_authenticated');
});

it('ID-03, ID-07: a socket stays open when its session gets a new token by a proof', async () => {
  const { browser, username } = await registered();
  const { socket, outcome } = connect({ cookie: browser.cookie(), self: username });
  expect(await outcome).toBe('connected');
  const proven = await browser.call('POST /auth/reauthenticate', { body: { password: PASSWORD } });
  expect(proven.status).toBe(200);
  expect(await connect({ cookie: browser.cookie(), self: username }).outcome).toBe('connected');
  expect(socket.connected).toBe(true);
});

it('ID-07: a page of another site opens no socket with the cookie, nor does a client that names no site', async () => {
  const { browser, username } = await registered();
  const as = { cookie: browser.cookie(), self: username };
  expect(await connect({ ...as, headers: { origin: 'https://elsewhere.example' } }).outcome).toBe(
    'websocket error',
  );
  expect(await connect({ ...as, headers: {} }).outcome).toBe('foreign_origin');
  // The requested host is let in with a token, but the cookie is that of the public URL alone.
  expect(await connect({ ...as, headers: { origin: adda.url } }).outcome).toBe('foreign_origin');
});

it('ID-07: a token in the handshake wins over the cookie', async () => {
  const { browser, username } = await registered();
  const { data } = await adda.client('POST /auth/register', { body: registration() });
  const handshake = { cookie: browser.cookie(), token: data.access_token };
  expect(await connect({ ...handshake, self: data.username }).outcome).toBe('connected');
  expect(await connect({ ...handshake, self: username }).outcome).toBe('self_mismatch');
});

it('ID-07, R-07: a log-out by cookie closes the sockets of the session', async () => {
  const { browser, username } = await registered();
  const { socket, outcome } = connect({ cookie: browser.cookie(), self: username });
  expect(await outcome).toBe('connected');
  const closed = new Promise((resolve) => {
    socket.once('disconnect', resolve);
  });
  await browser.call('POST /auth/logout', {});
  expect(await closed).toBe('io server disconnect');
});
