import { onTestFinished, vi } from 'vitest';

type Held = (lock: { name: string } | null) => Promise<unknown>;

/** Gives the browser locks for one test, which happy-dom lacks: one holder of a name at a time, the others wait or get none. */
export function installLocks(): void {
  const queues = new Map<string, Promise<unknown>>();
  const request = async (name: string, ...rest: [Held] | [{ ifAvailable?: boolean }, Held]) => {
    const held = rest.at(-1) as Held;
    const isOptional = rest.length === 2 && rest[0].ifAvailable === true;
    const before = queues.get(name);
    if (before && isOptional) return held(null);
    const turn = Promise.resolve(before).then(() => held({ name }));
    const settled = turn.catch(() => undefined);
    queues.set(name, settled);
    void settled.then(() => queues.get(name) === settled && queues.delete(name));
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'locks');
    vi.useRealTimers();
  });
}
