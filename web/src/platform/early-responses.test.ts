import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestServer } from '../test/answering-server.ts';
import { takeEarlyResponse } from './early-responses.ts';
import { send } from './http.ts';

const early = (byAddress: Record<string, Promise<Response>>) => {
  globalThis.earlyResponses = { username: 'asha', byAddress };
};
const answer = (body: unknown) => Promise.resolve(Response.json(body));

// A page that was just opened, however long the tests run.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));

afterEach(() => {
  globalThis.earlyResponses = undefined;
  vi.useRealTimers();
});

it('a response of the boot script replaces the first such request, once, for the same user', async () => {
  const server = await startTestServer(() => ({ body: { from: 'server' } }));
  location.href = `${server.url}/`;
  early({ '/feed/': answer({ from: 'boot script' }), '/users/me': answer({ from: 'boot script' }) });
  const read = (path: string, user = 'asha') => send({ method: 'GET', path, user });
  expect(await read('/feed/')).toEqual({ from: 'boot script' });
  expect(await read('/feed/')).toEqual({ from: 'server' });
  expect(await read('/users/me', 'kabir')).toEqual({ from: 'server' });
  await server.close();
});

it('a request of the boot script that failed or was refused is sent again', async () => {
  const server = await startTestServer(() => ({ body: { from: 'server' } }));
  location.href = `${server.url}/`;
  early({
    '/feed/': Promise.reject(new TypeError('no connection')),
    '/users/me': Promise.resolve(Response.json({ detail: 'Not yet a member' }, { status: 403 })),
  });
  for (const path of ['/feed/', '/users/me'])
    expect(await send({ method: 'GET', path, user: 'asha' })).toEqual({ from: 'server' });
  await server.close();
});

it('after a change, nothing of before is used', async () => {
  const server = await startTestServer(() => ({ body: { from: 'server' } }));
  location.href = `${server.url}/`;
  early({ '/feed/': answer({ from: 'boot script' }) });
  await send({ method: 'POST', path: '/media/like', user: 'asha' });
  expect(await send({ method: 'GET', path: '/feed/', user: 'asha' })).toEqual({ from: 'server' });
  await server.close();
});

it('a POST that only asks leaves them usable', async () => {
  const server = await startTestServer(() => ({ body: { from: 'server' } }));
  location.href = `${server.url}/`;
  early({ '/feed/': answer({ from: 'boot script' }) });
  await send({ method: 'POST', path: '/conversations/read', user: 'asha', changesNothing: true });
  expect(await send({ method: 'GET', path: '/feed/', user: 'asha' })).toEqual({ from: 'boot script' });
  await server.close();
});

it('a call that is aborted does not wait for the boot script', async () => {
  early({ '/feed/': new Promise(() => undefined) });
  const given = new AbortController();
  const call = send({ method: 'GET', path: '/feed/', user: 'asha', signal: given.signal });
  given.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

it('a response of a page that is open for long counts as outdated', () => {
  vi.advanceTimersByTime(60_000);
  early({ '/feed/': answer({}) });
  expect(takeEarlyResponse('/feed/', 'asha')).toBeUndefined();
});
