import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TAKE_OVER } from '../platform/page-messages.ts';
import { startTestServer } from '../test/answering-server.ts';

const pageOf = (version: string) => `<meta name="app-version" content="${version}" />`;
let toast: Awaited<ReturnType<typeof loadToast>>;
const loadToast = async () => (await import('../ui/toast-store.ts')).toast;
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeEach(async () => {
  // A page asks until it knows that it was replaced: each test is a page of its own.
  vi.resetModules();
  toast = await loadToast();
  server = await startTestServer(() => ({ headers: { 'content-type': 'text/html' }, body: pageOf('new') }));
  location.href = `${server.url}/`;
});
afterEach(async () => {
  document.head.replaceChildren();
  await server.close();
});

/** Follows a registration whose worker of the version 'new' waits; returns what that worker was told. */
async function followWaiting() {
  const { followUpdates } = await import('./worker-updates.ts');
  const told: unknown[] = [];
  const waiting = { postMessage: (message: unknown) => void told.push(message) };
  const registration = Object.assign(new EventTarget(), { waiting, installing: null, update: vi.fn() });
  // The simulated DOM has no service workers.
  followUpdates(registration as unknown as ServiceWorkerRegistration);
  return told;
}

it('PN-01: a page of an older version says so, and the worker of the new one waits', async () => {
  document.head.innerHTML = pageOf('old');
  const told = await followWaiting();
  await waitFor(() => expect(toast.current()).toHaveLength(1));
  expect(toast.current()).toMatchObject([{ action: { label: 'Reload' } }]);
  expect(told).toEqual([]);
});

it('PN-01: a page of the version that waits lets its worker take over without a word', async () => {
  document.head.innerHTML = pageOf('new');
  const told = await followWaiting();
  await waitFor(() => expect(told).toEqual([TAKE_OVER]));
  expect(toast.current()).toEqual([]);
});
