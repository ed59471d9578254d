import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProxyOptions } from 'vite';

/** Pages that the server itself serves: the checkout of the payment sandbox. */
const SERVER_PAGES = /^\/sandbox\//;
const VITE_OWN = /^\/(@|src\/|build\/|node_modules\/|boot\.js|__)/;

/** Vite serves requests that accept HTML and its own module paths; every other request goes to the server. */
function isServedByVite(url: string, accept: string, publicDirectory: string): boolean {
  const path = url.split('?', 1)[0] ?? '/';
  if (SERVER_PAGES.test(path)) return false;
  if (accept.includes('text/html') || VITE_OWN.test(path)) return true;
  return path !== '/' && existsSync(join(publicDirectory, path));
}

/** Development: proxies everything except screens (API calls, both sockets) to the server at `target`. */
export function apiProxy(target: string, publicDirectory: string): Record<string, ProxyOptions> {
  // The host that the browser asked for stays: the server compares it with the origin (R-06, ID-07).
  const changeOrigin = false;
  return {
    // Only the app's two sockets: Vite's own socket must not be proxied.
    '^/(group-)?socket\\.io/': { target, changeOrigin, ws: true },
    '^/.*': {
      target,
      changeOrigin,
      bypass: (request) => {
        const url = request.url ?? '/';
        return isServedByVite(url, request.headers.accept ?? '', publicDirectory) ? url : undefined;
      },
    },
  };
}
