/**
 * Runs before the first paint, as a separate file in the head (build/boot-script.ts). Keep it tiny and free
 * of imports.
 */
declare const __ROUTE_CHUNKS__: readonly (readonly [path: string, files: readonly string[]])[];

const { dataset } = document.documentElement;
let path = location.pathname;
let choice: string | null = null;
let hasSession = false;
try {
  choice = localStorage.getItem('theme');
  hasSession = localStorage.getItem('token') !== null;
} catch {
  choice = null; // storage is forbidden: use the device's theme and treat the user as logged out
}
const isPage = /^\/(profile|post|v1\/(group|chat))\//.test(path);
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

for (const [screen, files] of __ROUTE_CHUNKS__) {
  if (path !== screen && !(screen !== '/' && screen.endsWith('/') && path.startsWith(screen))) continue;
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
}

export {};
