import { versionInPage } from '../platform/app-version.ts';
import type { WorkerScope } from './worker-types.ts';

/** The files of one version of the app, as paths with a hash, by how much they are needed (web/build/app-files.ts). */
export type AppFiles = {
  /** Changes with any file. The page names it too. */
  readonly version: string;
  /** What the page itself names. */
  readonly page: readonly string[];
  /** What the first screens load. */
  readonly screens: readonly string[];
  /** What is loaded later. The app works without one of them, such as one that an ad blocker refuses. */
  readonly others: readonly string[];
};

/** The page without the head of any address, the same for everybody. */
const PAGE = '/index.html';

/** Where a version notes what was there when it took over. */
const BEFORE = '/before';

/** Requests at the same time, so that the open page's own don't wait behind them. */
const PARALLEL = 4;

const PREFIX = 'adda-app-';
const nameOf = ({ version }: AppFiles): string => PREFIX + version;

/** Whether a response is a file of the app, and nothing that a proxy or an error put in its place. */
const isFile = ({ status, type, redirected }: Response): boolean =>
  status === 200 && type === 'basic' && !redirected;

/** Keeps the response to a request for a file with a hash, if it is one. */
export async function keep(files: AppFiles, path: string, response: Response): Promise<void> {
  if (!isFile(response)) throw new TypeError(`${path} is not served`);
  const cache = await caches.open(nameOf(files));
  await cache.put(path, response);
}

async function keepAll(files: AppFiles, paths: readonly string[]): Promise<void> {
  const cache = await caches.open(nameOf(files));
  const waiting = [...paths];
  const keepSome = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      if (!(await cache.match(path))) await keep(files, path, await fetch(path, { priority: 'low' }));
  };
  await Promise.all(Array.from({ length: PARALLEL }, keepSome));
}

/**
 * Keeps the files of a version, each once. The page comes last: if it is kept, so is what it needs. Rejects if a file that is needed
 * can't be loaded, or if the server has another version meanwhile.
 */
export async function keepFiles(files: AppFiles): Promise<void> {
  await keepAll(files, [...files.page, ...files.screens]);
  await Promise.allSettled(files.others.map((path) => keepAll(files, [path])));
  if (await keptPage(files)) return;
  const page = await fetch(PAGE, { cache: 'no-cache' });
  const version = versionInPage(await page.clone().text());
  if (version !== files.version) throw new TypeError('the page is of another version');
  await keep(files, PAGE, page);
}

/** Returns the page of this version; undefined if not all that it needs is kept. */
export async function keptPage(files: AppFiles): Promise<Response | undefined> {
  const cache = await caches.open(nameOf(files));
  return cache.match(PAGE);
}

/** Returns a kept file with a hash, of this version or one whose pages are still open. */
export const keptFile = (url: string): Promise<Response | undefined> =>
  caches.match(url, { ignoreVary: true });

const openPages = async ({ clients }: WorkerScope): Promise<readonly string[]> =>
  (await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id);

/** Makes this version the one whose page is opened. The files of older ones stay for the pages that are open. */
export async function takeOver(scope: WorkerScope, files: AppFiles): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== nameOf(files));
  const cache = await caches.open(nameOf(files));
  await cache.put(BEFORE, Response.json({ older, pages: await openPages(scope) }));
  await removeOlder(scope, files);
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** Removes the files of older versions, once none of the pages is open that were when this one took over. */
export async function removeOlder(scope: WorkerScope, files: AppFiles): Promise<void> {
  const cache = await caches.open(nameOf(files));
  const before = await cache.match(BEFORE);
  if (!before) return;
  const { older, pages }: { older: string[]; pages: string[] } = await before.json();
  const open = await openPages(scope);
  if (pages.some((id) => open.includes(id))) return;
  await Promise.all(older.map((name) => caches.delete(name)));
  await cache.delete(BEFORE);
}
