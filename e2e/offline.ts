import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Waits until the service worker keeps the app's files and answers for this page (PN-01). */
export async function waitForKeptApp(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      return (
        active?.state === 'activated' &&
        navigator.serviceWorker.controller !== null &&
        (await caches.match('/index.html')) !== undefined
      );
    });
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
}

/** Makes the page write the copies of what was read, as a page does that is hidden. */
export async function writeCopies(page: Page): Promise<void> {
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toContain('adda-offline');
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'hidden');
  });
}

/** Everything that this browser stores for the app, as text: local and session storage, IndexedDB, caches. */
export const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('IndexedDB refuses'));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        found.push(JSON.stringify([await read(rows.getAllKeys()), await read(rows.getAll())]));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        found.push(request.url, (await response?.text()) ?? '');
      }
    }
    return found.join('\n');
  });
