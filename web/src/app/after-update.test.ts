import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../test/answering-server.ts';
import { toast } from '../ui/toast-store.ts';
import { watchForNewVersion } from './after-update.ts';

const pageWith = (entry: string) => `<head><script type="module" src="${entry}"></script></head>`;
let served: string;
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeEach(async () => {
  served = pageWith('/assets/index-old.js');
  server = await startTestServer(() => ({ body: served }));
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
    served = pageWith('/assets/index-new.js');
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
