import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProxyOptions } from 'vite';

/** A page of the server's own: the checkout of the sandbox. */
const SERVERS_OWN = /^\/sandbox\//;
const VITE_OWN = /^\/(@|src\/|build\/|node_modules\/|boot\.js|__)/;

/** Screens are asked for as HTML and vite's modules have known places; every other request is for the server. */
function staysHere(url: string, accept: string, publicDirectory: string): boolean {
  const path = url.split('?', 1)[0] ?? '/';
  if (SERVERS_OWN.test(path)) return false;
  if (accept.includes('text/html') || VITE_OWN.test(path)) return true;
  return path !== '/' && existsSync(join(publicDirectory, path));
}

/** Development: sends what is not a screen (API calls, both sockets) on to the server. */
export function apiProxy(target: string, publicDirectory: string): Record<string, ProxyOptions> {
  // The server refuses sockets from a foreign origin; the dev server's port is one.
  const headers = { origin: target };
  return {
    // Only these: vite's own socket must not be sent on.
    '^/(group-)?socket\\.io/': { target, headers, ws: true },
    '^/.*': {
      target,
      headers,
      bypass: (request) => {
        const url = request.url ?? '/';
        return staysHere(url, request.headers.accept ?? '', publicDirectory) ? url : undefined;
      },
    },
  };
}
