import type { LocalConnections } from './local-connections.ts';
import { encodeEvent, framePackets } from './packet-frames.ts';
import type { Writer } from './joined-writer.ts';

/** Clients send their requests at random times within this period: about a thousand per second, faster for few. */
const MIN_SPREAD_MS = 3000;
const SPREAD_PER_CLIENT_MS = 1;
/** Gaps usually occur in groups, so they are collected. */
const COLLECT_MS = 300;
const REST_MS = 2000;

/** Sends `catch_up` to every client of an endpoint, once for all gaps that are found at about the same time. */
export function createCatchUp(connections: Pick<LocalConnections, 'all'>, write: Writer) {
  let nextRequestAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function ask(): void {
    timer = undefined;
    const all = connections.all();
    const spreadMs = Math.max(MIN_SPREAD_MS, all.length * SPREAD_PER_CLIENT_MS);
    nextRequestAt = performance.now() + spreadMs + REST_MS;
    const request = [framePackets([encodeEvent('catch_up', { spread_ms: spreadMs })])];
    for (const connection of all) write(connection, request);
  }

  return {
    gap: () => {
      const wait = Math.max(COLLECT_MS, nextRequestAt - performance.now());
      timer ??= setTimeout(ask, wait).unref();
    },
    close: () => clearTimeout(timer),
  };
}
