import { EVERY_NODE } from './channels.ts';
import type { ChannelLink } from './channel-link.ts';

/** A channel without connections is heard this much longer, for users who come back. */
const LEAVE_AFTER_MS = 10_000;
const SWEEP_INTERVAL_MS = 5000;

/** An admission waits at most this long for Redis. */
const MAX_WAIT_MS = 1000;

/** A channel, with the number of its rooms that have connections here. */
type Heard = { rooms: number; emptySince: number; confirmed: Promise<void> };

/** Subscribes to the channels of those rooms that have connections on this node, and always to the one that every node hears. */
export function createHeardChannels(
  link: Pick<ChannelLink, 'subscribe' | 'unsubscribe'>,
  onLeft: (channel: string) => void,
) {
  const channels = new Map<string, Heard>();
  let next: { readonly names: string[]; readonly confirmed: Promise<void> } | undefined;
  const sweeper = setInterval(sweep, SWEEP_INTERVAL_MS).unref();

  /** Subscribes to all channels of this turn of the event loop with one command. */
  function subscribeSoon(channel: string): Promise<void> {
    if (!next) {
      const names: string[] = [];
      const confirmed = Promise.resolve().then(() => {
        next = undefined;
        return link.subscribe(names);
      });
      next = { names, confirmed };
    }
    next.names.push(channel);
    return next.confirmed;
  }

  function get(channel: string): Heard {
    const known = channels.get(channel);
    if (known) return known;
    const heard = { rooms: 0, emptySince: performance.now(), confirmed: subscribeSoon(channel) };
    channels.set(channel, heard);
    return heard;
  }

  function change(channel: string, by: 1 | -1): void {
    if (channel === EVERY_NODE) return;
    const heard = get(channel);
    heard.rooms += by;
    if (heard.rooms === 0) heard.emptySince = performance.now();
  }

  function sweep(): void {
    const before = performance.now() - LEAVE_AFTER_MS;
    const left = [...channels].filter(([, { rooms, emptySince }]) => rooms === 0 && emptySince < before);
    for (const [channel] of left) {
      channels.delete(channel);
      onLeft(channel);
    }
    if (left.length > 0) link.unsubscribe(left.map(([channel]) => channel));
  }

  return {
    /** Call it when a room of the channel gets its first connection. */
    roomOpened: (channel: string): void => change(channel, 1),
    /** Call it when a room of the channel has lost its last connection. */
    roomClosed: (channel: string): void => change(channel, -1),
    /** Resolves when the channels are heard, whose rooms a connection is about to join, or cannot be soon. */
    hear: async (given: readonly string[]): Promise<void> => {
      const names = given.filter((channel) => channel !== EVERY_NODE);
      const confirmed = Promise.all(names.map((channel) => get(channel).confirmed));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, MAX_WAIT_MS);
      });
      await Promise.race([confirmed, late]);
      clearTimeout(timer);
    },
    /** Subscribes to everything on a new connection. What every node hears comes last: it tells that all others are heard. */
    subscribeAll: async (): Promise<void> => {
      const confirmed = link.subscribe([...channels.keys(), EVERY_NODE]);
      for (const heard of channels.values()) heard.confirmed = confirmed;
      await confirmed;
    },
    close: () => clearInterval(sweeper),
  };
}
