import { expect, it, onTestFinished, vi } from 'vitest';
import { isScreen, answerWithKept } from './app-answers.ts';
import { keepFiles, keptPage, takeOver, type AppFiles } from './app-files.ts';
import { installCaches } from './caches.fixture.ts';
import { pageAt, startWorkerScope } from './worker.fixture.ts';
import type { WorkerScope } from './worker-types.ts';

const filesOf = (version: string): AppFiles => ({
  version,
  page: [`/assets/entry-${version}.js`],
  screens: ['/assets/chats.js'],
  others: ['/assets/settings.js'],
});

/** Answers the network with the files of a version; `missing` paths are not served. */
function serve(version: string, missing: readonly string[] = []) {
  const asked: string[] = [];
  const answer = (input: RequestInfo | URL): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    asked.push(pathname);
    const isMissing = missing.includes(pathname);
    const body = pathname === '/index.html' ? `<meta name="app-version" content="${version}" />` : pathname;
    const response = new Response(isMissing ? 'gone' : body, { status: isMissing ? 404 : 200 });
    return Promise.resolve(Object.defineProperty(response, 'type', { value: 'basic' }));
  };
  const stub = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  onTestFinished(() => stub.mockRestore());
  return { asked };
}

it('PN-01: the files of a version are kept, the page last', async () => {
  const kept = installCaches();
  const { asked } = serve('a');
  await keepFiles(filesOf('a'));
  expect(asked.at(-1)).toBe('/index.html');
  expect(kept.paths('adda-app-a').toSorted()).toEqual([
    '/assets/chats.js',
    '/assets/entry-a.js',
    '/assets/settings.js',
    '/index.html',
  ]);
});

it('PN-01: without a file that is needed, or with the page of another version, no page is kept', async () => {
  installCaches();
  serve('a', ['/assets/chats.js']);
  await expect(keepFiles(filesOf('a'))).rejects.toThrow('/assets/chats.js is not served');
  expect(await keptPage(filesOf('a'))).toBeUndefined();
  serve('b');
  await expect(keepFiles(filesOf('a'))).rejects.toThrow('another version');
  expect(await keptPage(filesOf('a'))).toBeUndefined();
});

it('PN-01: a file that only a later screen needs may be missing', async () => {
  const kept = installCaches();
  serve('a', ['/assets/settings.js']);
  await keepFiles(filesOf('a'));
  expect(kept.paths('adda-app-a')).toContain('/index.html');
});

it('PN-01: older files stay until no page is open that was open when the new version took over', async () => {
  const kept = installCaches();
  serve('a');
  await keepFiles(filesOf('a'));
  serve('b');
  await keepFiles(filesOf('b'));
  const pages = [pageAt('/v1')];
  const { scope } = await startWorkerScope(undefined, { pages });
  await takeOver(scope, filesOf('b'));
  expect(kept.names()).toEqual(['adda-app-a', 'adda-app-b']);
  pages.length = 0;
  serve('b');
  await takeOver(scope, filesOf('b'));
  expect(kept.names()).toEqual(['adda-app-b']);
});

/** Sends a request through the worker; undefined if it leaves the request to the browser. */
function request(
  scope: WorkerScope,
  path: string,
  given: { mode?: string; method?: string } = {},
): Promise<Response> | undefined {
  const respondWith = vi.fn<(response: Promise<Response>) => void>();
  answerWithKept(
    scope,
    {
      // The simulated DOM makes no requests for pages.
      request: { url: new URL(path, location.href).href, method: 'GET', mode: 'cors', ...given } as Request,
      preloadResponse: Promise.resolve(undefined),
      respondWith,
      waitUntil: () => undefined,
    },
    filesOf('a'),
  );
  return respondWith.mock.calls[0]?.[0];
}

it('PN-01: without a network the kept page and files are shown; calls, links and media are the browser’s', async () => {
  installCaches();
  // Before the files are kept: the worker of the test moves to another origin.
  const { scope } = await startWorkerScope();
  serve('a');
  await keepFiles(filesOf('a'));
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
  const page = await request(scope, '/v1/chat/riya', { mode: 'navigate' });
  expect(await page?.text()).toContain('content="a"');
  expect(await (await request(scope, '/assets/chats.js'))?.text()).toBe('/assets/chats.js');
  for (const path of ['/inbox', '/media/a?signature=b', '/admin', '/groupchat/groups'])
    expect(request(scope, path, path === '/admin' ? { mode: 'navigate' } : {}), path).toBeUndefined();
  expect(request(scope, '/v1', { mode: 'navigate', method: 'POST' })).toBeUndefined();
});

it.each([
  ['/', true],
  ['/login', true],
  ['/share', true],
  ['/v1', true],
  ['/v1/settings/security', true],
  ['/profile/riya', true],
  ['/join/abc', true],
  ['/admin', false],
  ['/docs', false],
  ['/metrics', false],
  ['/chat/messages', false],
])('PN-01: %s is a screen: %s', (path, expected) => {
  expect(isScreen(path)).toBe(expected);
});
