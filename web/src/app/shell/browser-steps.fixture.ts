type Step = { href: string; state: unknown };

/** A simulated browser tab for the router's history. It has visited each of `hrefs` and is at the last. */
export function createBrowserSteps(hrefs: readonly string[]) {
  const events = new EventTarget();
  const steps: Step[] = hrefs.map((href, index) => ({
    href,
    state: { __TSR_index: index, __TSR_key: `k${index}`, key: `k${index}` },
  }));
  let at = steps.length - 1;
  const now = (): URL => new URL(steps[at]?.href ?? '/', 'http://test');
  const go = (delta: number): void => {
    if (!steps[at + delta]) return;
    at += delta;
    // As in a browser, the event arrives asynchronously.
    queueMicrotask(() => events.dispatchEvent(new Event('popstate')));
  };
  const write = (step: Step, isNew: boolean): void => {
    if (isNew) at += 1;
    steps.splice(at, isNew ? steps.length : 1, step);
  };
  const window = {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    location: {
      get pathname() {
        return now().pathname;
      },
      get search() {
        return now().search;
      },
      get hash() {
        return now().hash;
      },
    },
    history: {
      get state() {
        return steps[at]?.state;
      },
      get length() {
        return steps.length;
      },
      pushState: (state: unknown, _title: string, href: string) => write({ href, state }, true),
      replaceState: (state: unknown, _title: string, href?: string) =>
        write({ href: href ?? steps[at]?.href ?? '/', state }, false),
      back: () => go(-1),
      forward: () => go(1),
      go,
    },
  };
  return {
    window,
    /** The current address. */
    href: () => steps[at]?.href ?? '',
    /** The number of history entries. */
    length: () => steps.length,
  };
}
