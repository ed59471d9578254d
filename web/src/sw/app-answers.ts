import { keep, keepFiles, keptFile, keptPage, removeOlder, type AppFiles } from './app-files.ts';
import type { RequestEvent, WorkerScope } from './worker-types.ts';

/** How long a page may take over the network before the kept one is shown, in ms: with it the shell is there within a second. */
const PAGE_WITHIN_MS = 500;

/** Addresses of screens; the console needs the network. A test compares them with the router's. */
const SCREENS =
  /^\/(?:(?:login|register|share|upgrade|security|reports|error|verify-email|change-email|undo-email-change|undo-login|unsubscribe|forgot-password|reset-password|suspended)?\/?|(?:v1|join|chats\/room|profile|post)(?:\/.*)?)$/;

/** Whether a path is the address of a screen that opens without a network (PN-01). */
export const isScreen = (path: string): boolean => SCREENS.test(path);

/** What a proxy answers for a server that it can't reach. */
const isUnreachable = ({ status }: Response): boolean => status >= 502 && status <= 504;

const requestPage = async ({ request, preloadResponse }: RequestEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request);

/** Resolves with the page of the server, or with the kept one if the server does not answer soon. Rejects without both. */
async function openPage(event: RequestEvent, files: AppFiles): Promise<Response> {
  const fresh = requestPage(event);
  const arrived = fresh.catch(() => undefined);
  // Keeps the worker running for what the browser requested already.
  event.waitUntil(arrived);
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  setTimeout(resolve, PAGE_WITHIN_MS);
  const page = await Promise.race([arrived, late]);
  if (page && !isUnreachable(page)) return page;
  return (await keptPage(files)) ?? fresh;
}

/** Keeps what the browser removed or the installation could not load, and removes what no page needs any more. */
async function tidyUp(scope: WorkerScope, files: AppFiles): Promise<void> {
  await removeOlder(scope, files);
  // Without a network it is tried again with the next page.
  if (!(await keptPage(files))) await keepFiles(files).catch(() => undefined);
}

async function fileOf({ request, waitUntil }: Bound, files: AppFiles): Promise<Response> {
  const kept = await keptFile(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) waitUntil(keep(files, request.url, response.clone()).catch(() => undefined));
  return response;
}

type Bound = Pick<RequestEvent, 'request' | 'waitUntil'>;

/**
 * Answers requests for screens and for the app's files with a hash. Everything else is the browser's: calls, signed links and media
 * never pass here, so that nothing of a person is ever kept (PN-01).
 */
export function answerWithKept(scope: WorkerScope, event: RequestEvent, files: AppFiles): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!isScreen(pathname)) return;
    event.respondWith(openPage(event, files));
    event.waitUntil(tidyUp(scope, files));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(fileOf({ request, waitUntil: (work) => event.waitUntil(work) }, files));
  }
}
