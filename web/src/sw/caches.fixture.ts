import { onTestFinished, vi } from 'vitest';

type Stored = { readonly url: string; readonly response: Response };

const hrefOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : request, location.href).href;

/** A cache in memory: the simulated DOM has none. */
function createCache() {
  let stored: Stored[] = [];
  return {
    match: async (request: RequestInfo | URL) =>
      stored.find(({ url }) => url === hrefOf(request))?.response.clone(),
    put: async (request: RequestInfo | URL, response: Response) => {
      const url = hrefOf(request);
      stored = [...stored.filter((other) => other.url !== url), { url, response }];
    },
    delete: async (request: RequestInfo | URL) => {
      const before = stored.length;
      stored = stored.filter(({ url }) => url !== hrefOf(request));
      return stored.length < before;
    },
    paths: () => stored.map(({ url }) => new URL(url).pathname),
  };
}

/** Gives the running test caches in memory; `paths` returns what one of them holds. */
export function installCaches() {
  const byName = new Map<string, ReturnType<typeof createCache>>();
  const open = (name: string) => {
    const found = byName.get(name) ?? createCache();
    byName.set(name, found);
    return found;
  };
  vi.stubGlobal('caches', {
    open: async (name: string) => open(name),
    keys: async () => [...byName.keys()],
    delete: async (name: string) => byName.delete(name),
    match: async (request: RequestInfo | URL) => {
      for (const cache of byName.values()) {
        const found = await cache.match(request);
        if (found) return found;
      }
      return undefined;
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { names: () => [...byName.keys()], paths: (name: string) => byName.get(name)?.paths() ?? [] };
}
