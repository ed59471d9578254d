/**
 * Runs before the first paint, as a separate file in the head (build/boot-script.ts). Keep it tiny and free
 * of imports.
 */
declare const __FIRST_LOADS__: readonly (readonly [
  path: string,
  files: readonly string[],
  requests: readonly string[],
])[];
declare const __API_HEADERS__: Readonly<Record<string, string>>;
declare const __USER_HEADER__: string;

const { dataset } = document.documentElement;
let path = location.pathname;
let choice: string | null = null;
let username: string | null = null;
let hasSession = false;
try {
  choice = localStorage.getItem('theme');
  username = localStorage.getItem('username');
  // The keys of platform/session.ts; the second one is that of an older version.
  hasSession =
    username !== null &&
    (localStorage.getItem('session_expires') !== null || localStorage.getItem('token') !== null);
} catch {
  choice = null; // storage is forbidden: use the device's theme and treat the user as logged out
}
const isPage = /^\/(share$|(profile|post|v1\/(group|chat))\/)/.test(path);
// A screen that is part of the main screen with a session stands alone without one and needs another set of
// files.
if (isPage && !hasSession) path = `/out${path}`;
// Each tab of the main screen has its own files.
if (path === '/v1') path += location.search;
const isDark =
  choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
dataset.theme = isDark ? 'dark' : 'light';
dataset.page = path.startsWith('/v1') || (isPage && hasSession) ? 'shell' : 'form';
if (isDark) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#17101c');

const user = encodeURIComponent(username ?? '');

// The room or user that the address names; the own user on the tabs of the main screen.
const name = location.pathname === '/v1' ? user : (path.split('/').at(-1) ?? '');

/** Taken by the app instead of sending the same request again (platform/early-responses.ts). */
const early: Record<string, Promise<Response>> = {};

for (const [screen, files, requests] of __FIRST_LOADS__) {
  if (path !== screen && !(screen !== '/' && screen.endsWith('/') && path.startsWith(screen))) continue;
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
  if (!hasSession) continue;
  for (const request of requests) {
    const address = request.replace('{name}', name);
    const response = fetch(address, { headers: { ...__API_HEADERS__, [__USER_HEADER__]: user } });
    early[address] = response;
    // Read to its end, whether or not a screen takes it: the browser keeps a request open until then if its response must not be
    // stored. The screen that takes the response handles a failure.
    response.then((given) => given.clone().arrayBuffer()).catch(() => undefined);
  }
}
Object.assign(globalThis, { earlyResponses: { username, byAddress: early } });

// The browser loads the data of its number formats, plurals and segments at their first use, about 30 ms on a phone: better now, while
// the files of the screen are on their way and the first picture is painted, than within the first screen's longest task.
if (hasSession) requestAnimationFrame(() => setTimeout(() => new Intl.NumberFormat()));

export {};
