import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { openChannelLink } from '../../../server/src/platform/realtime/channel-link.ts';
import { framePackets } from '../../../server/src/platform/realtime/packet-frames.ts';
import type { RoomCommand } from '../../../server/src/platform/realtime/room-commands.ts';
import {
  createHeardNumbers,
  createOwnNumbers,
} from '../../../server/src/platform/realtime/publication-numbers.ts';
import {
  decodePublication,
  encodePublication,
  isFrom,
  isHeartbeat,
} from '../../../server/src/platform/realtime/publication.ts';
import type { NodePlan } from './node-protocol.types.ts';
import { applyEntry, openStreamLink } from './stream-link.ts';

/** Channels to which publications go in turn, as those of many conversations do. */
const CHANNELS = 1000;

/** A node knows that it reads the stream when it gets its own greeting. */
const GREETING_INTERVAL_MS = 50;

/** How a node reaches the others. */
export type NodeLink = {
  /** Resolves when Redis has accepted the command. */
  readonly publish: (command: RoomCommand, number: number) => Promise<unknown>;
  readonly subscribe: (channel: string) => Promise<unknown>;
  readonly unsubscribe: (channel: string) => Promise<unknown>;
  /** Resolves when this node would receive what others publish. */
  readonly ready: Promise<unknown>;
};

type Options = Pick<NodePlan, 'name' | 'hears'> & {
  readonly redis: Redis;
  /** Called with each entry of another node, after it was applied. */
  readonly onApplied: () => void;
};

const logger = {
  info: () => undefined,
  warn: (details: object, message: string) => console.error(message, details),
  error: (details: object, message: string) => console.error(message, details),
};

/**
 * Applies commands of other nodes as the program does: they are framed if a connection of this node hears them. The write to the
 * socket is left out, because it is the same on one node.
 */
const createReceiver =
  ({ hears, onApplied }: Options) =>
  (command: RoomCommand) => {
    if (hears && command.kind === 'flush') for (const [, packets] of command.rooms) framePackets(packets);
    onApplied();
  };

/** Opens one stream, of which every node reads every entry. */
export function openStream(options: Options): NodeLink {
  const node = randomUUID();
  const receive = createReceiver(options);
  const own = Promise.withResolvers<void>();
  const link = openStreamLink({
    redis: options.redis,
    path: options.name,
    node,
    onEntry: (raw) => {
      if (raw.uid === node) own.resolve();
      else applyEntry(raw, receive);
    },
  });
  // Socket.IO opens the adapter for its main namespace.
  new Server({ adapter: link.adapter });
  const greet = setInterval(() => void link.write({ kind: 'hello' }, 0), GREETING_INTERVAL_MS);
  void own.promise.then(() => clearInterval(greet));
  return {
    publish: link.write,
    subscribe: () => Promise.resolve(),
    unsubscribe: () => Promise.resolve(),
    ready: own.promise,
  };
}

/** Opens the channels of the program. A node that does not hear listens to another channel only. */
export function openChannels(options: Options): NodeLink {
  const { redis, name, hears } = options;
  const node = randomUUID();
  const receive = createReceiver(options);
  const own = createOwnNumbers();
  const heard = createHeardNumbers(() => undefined);
  const ready = Promise.withResolvers<void>();
  const channelOf = (number: number) => `group:${number % CHANNELS}`;
  const channels = hears ? Array.from({ length: CHANNELS }, (_, number) => channelOf(number)) : ['group:-'];
  const link = openChannelLink({
    shard: { tag: '', open: (settings) => redis.duplicate(settings) },
    path: name,
    logger,
    onFailure: () => undefined,
    onOpen: () => void link.subscribe(channels).then(ready.resolve),
    onText: (channel, text) => {
      if (isFrom(node, text)) return;
      const publication = decodePublication(text);
      if (!publication || isHeartbeat(publication.content)) return;
      if (heard.isNew({ channel, ...publication })) receive(publication.content);
    },
  });
  return {
    publish: (command, number) => {
      const channel = channelOf(number);
      const text = encodePublication({ node, ...own.next(channel), content: command });
      return link.publish([[channel, text]], true);
    },
    subscribe: (channel) => link.subscribe([channel]),
    unsubscribe: async (channel) => link.unsubscribe([channel]),
    ready: ready.promise,
  };
}
