/**
 * Runs before the first paint, as a file of its own in the head (build/boot-script.ts).
 * Keep it tiny and free of imports.
 */
declare const __ROUTE_CHUNKS__: readonly (readonly [path: string, files: readonly string[]])[];

const { dataset } = document.documentElement;
const path = location.pathname;
let choice: string | null = null;
try {
  choice = localStorage.getItem('theme');
} catch {
  choice = null; // storage is forbidden: the device decides
}
const isDark =
  choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
dataset.theme = isDark ? 'dark' : 'light';
dataset.page = path.startsWith('/v1') ? 'shell' : 'form';
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
