import { IDBFactory } from 'fake-indexeddb';
import type { DetachedWindowAPI } from 'happy-dom';
import { afterAll, vi } from 'vitest';

declare global {
  /** Control of the simulated window. */
  var happyDOM: DetachedWindowAPI;
}

/** Records the timers that start from now on. Returns a function that stops them and ends the recording. */
function recordTimers(): () => void {
  const { setTimeout: startTimeout, setInterval: startInterval } = globalThis;
  const started = new Set<NodeJS.Timeout>();
  const recording = <Start extends typeof setTimeout | typeof setInterval>(start: Start): Start =>
    new Proxy(start, {
      apply(...call) {
        const timer: NodeJS.Timeout = Reflect.apply(...call);
        started.add(timer);
        return timer;
      },
    });
  globalThis.setTimeout = recording(startTimeout);
  globalThis.setInterval = recording(startInterval);
  return () => {
    globalThis.setTimeout = startTimeout;
    globalThis.setInterval = startInterval;
    for (const timer of started) clearTimeout(timer);
  };
}

/** Records the properties of an object. Returns a function that removes those added since then. */
function recordProperties(object: object): () => void {
  const before = new Set(Object.getOwnPropertyNames(object));
  return () => {
    for (const name of Object.getOwnPropertyNames(object)) {
      if (!before.has(name)) Reflect.deleteProperty(object, name);
    }
  };
}

/** Empties an element and removes its attributes. */
function clear(element: Element): void {
  element.replaceChildren();
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}

function resetPage(url: string): void {
  clear(document.body);
  clear(document.head);
  for (const name of document.documentElement.getAttributeNames()) {
    document.documentElement.removeAttribute(name);
  }
  getSelection()?.removeAllRanges();
  localStorage.clear();
  sessionStorage.clear();
  globalThis.indexedDB = new IDBFactory();
  history.replaceState(null, '');
  happyDOM.setURL(url);
}

/**
 * Ends with a test file all that it leaves to the next file of its worker. The files share a window and the packages;
 * the app's own modules, and so all state in them, are loaded anew for every file. Called by the setup file, so that
 * it runs after the file's own hooks.
 */
export function resetAfterFile(): void {
  const stopTimers = recordTimers();
  const removeAdded = [recordProperties(navigator), recordProperties(history)];
  const { innerWidth, innerHeight } = window;
  const { href } = location;
  afterAll(async () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    // Not awaited: its requests end at once, but the promise also waits for those that the app starts in response.
    void happyDOM.abort();
    stopTimers();
    // A module that is still loading would fail without its file, and stay failed for the next.
    await vi.dynamicImportSettled();
    for (const remove of removeAdded) remove();
    Object.assign(window, { innerWidth, innerHeight });
    resetPage(href);
    vi.resetModules();
  });
}
