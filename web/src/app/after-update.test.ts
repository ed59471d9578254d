import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../test/answering-server.ts';
import { toast } from '../ui/toast-store.ts';
import { watchForNewVersion } from './after-update.ts';

/** A page as the build writes it: files that did not change keep their names. */
const pageOf = (version: string) =>
  `<script type="module" src="/assets/runtime-same.js"></script><meta name="app-version" content="${version}" />`;
let served: string;
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeEach(async () => {
  served = pageOf('old');
  server = await startTestServer(() => ({ headers: { 'content-type': 'text/html' }, body: served }));
  location.href = `${server.url}/`;
  document.head.innerHTML = served;
});
afterEach(async () => {
  document.head.replaceChildren();
  await server.close();
});

const fail = () => dispatchEvent(new Event('vite:preloadError'));

describe('code that fails to load after a deployment', () => {
  it('a new version is announced once, with a reload action, and not before it exists', async () => {
    watchForNewVersion();
    fail();
    await waitFor(() => expect(server.seen).toHaveLength(1));
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect(toast.current()).toEqual([]);
    served = '<title>Welcome to the café’s network</title>';
    await waitFor(() => {
      fail();
      expect(server.seen.length).toBeGreaterThan(1);
    });
    expect(toast.current()).toEqual([]);
    served = pageOf('new');
    await waitFor(() => {
      fail();
      expect(toast.current()).toHaveLength(1);
    });
    expect(toast.current()).toMatchObject([
      { text: 'Adda has been updated. Reload to go on.', action: { label: 'Reload' } },
    ]);
    toast.clear();
    const requestCount = server.seen.length;
    fail();
    expect(server.seen).toHaveLength(requestCount);
    expect(toast.current()).toEqual([]);
  });
});
