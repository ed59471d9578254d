import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RedisShard } from '../redis/index.ts';
import { openChannelLink, type ChannelText } from './channel-link.ts';
import { EVERY_NODE } from './channels.ts';
import { createPeers } from './cluster-peers.ts';
import { createClusterOutbox } from './cluster-outbox.ts';
import { createHeardChannels } from './heard-channels.ts';
import { createHeardNumbers, createOwnNumbers } from './publication-numbers.ts';
import {
  decodePublication,
  encodePublication,
  isFrom,
  isHeartbeat,
  type Publication,
} from './publication.ts';
import type { RealtimeLogger } from './realtime.types.ts';
import type { RoomCommand } from './room-commands.ts';

const FIRST_HEARTBEAT_INTERVAL_MS = 100;
const HEARTBEAT_INTERVAL_MS = 2000;
const FAREWELL_TIMEOUT_MS = 500;

/** Options of the channels of one shard. */
export type ShardChannelsOptions = {
  readonly shard: RedisShard;
  /** The endpoint's path. Each endpoint has its own channels. */
  readonly path: string;
  readonly logger: RealtimeLogger;
  readonly onCommand: (command: RoomCommand) => void;
  readonly onFailure: () => void;
  /** Called when something that another node said was missed, or may have been. */
  readonly onGap: () => void;
};

/** The connection to other nodes by the channels of one shard. */
export type ShardChannels = {
  readonly send: (command: RoomCommand) => void;
  /** Call it when a room of the channel has its first connection on this node. */
  readonly roomOpened: (channel: string) => void;
  /** Call it when a room of the channel has no connection on this node any more. */
  readonly roomClosed: (channel: string) => void;
  /** Resolves when this node hears these channels; within a second in any case, while Redis is unavailable too. */
  readonly hear: (channels: readonly string[]) => Promise<void>;
  /** Resolves when this node hears others, so that later publications are not missed. */
  readonly ready: Promise<void>;
  /** Whether this node currently receives its own heartbeats, so that what it publishes reaches all nodes. */
  readonly isReceiving: () => boolean;
  /** Whether commands of other nodes may be delayed: Redis is unavailable for this node or for another. */
  readonly isPartitioned: () => boolean;
  /** Announces the end to other nodes if possible, and closes. */
  readonly close: () => Promise<void>;
};

/**
 * Connects this node to others by the channels of one shard. A flush is one publication for each of its channels, all sent with one
 * command. While Redis is unavailable flushes are dropped, and revocations wait until it returns. Publications are
 * numbered, and heartbeats contain the number of dropped ones, so that other nodes detect gaps.
 */
export function createShardChannels(options: ShardChannelsOptions): ShardChannels {
  const node = randomUUID();
  const first = Promise.withResolvers<void>();
  const liveness = createLiveness();
  const peers = createPeers(options.onGap);
  const ownNumbers = createOwnNumbers();
  const heardNumbers = createHeardNumbers(options.onGap);
  let lost = 0;
  let heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;

  const receive = createReceiver({ ...options, node, peers, heardNumbers, onOwn: noteOwn });
  const link = openChannelLink({ ...options, onText: receive, onOpen: () => void open() });
  const heard = createHeardChannels(link, heardNumbers.forget);
  const outbox = createClusterOutbox((publications) => {
    void publish(publications, false).then((isTaken) => {
      if (!isTaken) lost += 1;
    });
  });

  async function open(): Promise<void> {
    heardNumbers.clear();
    // Nothing is known of the new connection before a heartbeat comes back on it.
    liveness.reset();
    await heard.subscribeAll();
    // Whatever others said while the connection was closed is missed.
    if (wasOpen) options.onGap();
    wasOpen = true;
  }

  function noteOwn(): void {
    liveness.noteReceived();
    peers.startReading();
    first.resolve();
  }

  async function publish(
    contents: Iterable<readonly [channel: string, content: Publication['content']]>,
    mayWait: boolean,
  ): Promise<boolean> {
    const texts = [...contents].map(([channel, content]): ChannelText => {
      const numbers = isHeartbeat(content) ? { number: 0, previous: 0 } : ownNumbers.next(channel);
      return [channel, encodePublication({ node, ...numbers, content })];
    });
    return link.publish(texts, mayWait);
  }

  const publishHeartbeat = (kind: 'hello' | 'bye') => publish([[EVERY_NODE, { kind, lost }]], false);

  function sendHeartbeat(): void {
    heartbeatTimer = setTimeout(
      sendHeartbeat,
      liveness.hasReceived() ? HEARTBEAT_INTERVAL_MS : FIRST_HEARTBEAT_INTERVAL_MS,
    ).unref();
    if (liveness.isAlive()) peers.checkSilence();
    if (liveness.isStale()) {
      options.logger.warn({ path: options.path }, 'the connection to the other nodes is opened anew');
      link.reopen();
      liveness.reset();
    }
    if (!link.isOpen()) return;
    const sentAt = performance.now();
    void publishHeartbeat('hello').then((isTaken) => isTaken && liveness.noteAccepted(sentAt));
  }
  sendHeartbeat();

  return {
    send: (command) => {
      if (command.kind === 'flush') return outbox.add(command);
      // What was published before a revocation reaches other nodes before it.
      outbox.sendNow();
      void publish([[EVERY_NODE, command]], true);
    },
    roomOpened: heard.roomOpened,
    roomClosed: heard.roomClosed,
    hear: heard.hear,
    ready: first.promise,
    isReceiving: () => link.isOpen() && liveness.isAlive(),
    isPartitioned: () => !link.isOpen() || !liveness.isAlive() || peers.isAnySilent(),
    close: async () => {
      clearTimeout(heartbeatTimer);
      heard.close();
      outbox.sendAll();
      await Promise.race([publishHeartbeat('bye'), delay(FAREWELL_TIMEOUT_MS, undefined, { ref: false })]);
      link.end();
    },
  };
}

type ReceiverOptions = Pick<ShardChannelsOptions, 'path' | 'logger' | 'onCommand'> & {
  /** The id of this node. */
  readonly node: string;
  readonly peers: Pick<ReturnType<typeof createPeers>, 'record'>;
  readonly heardNumbers: Pick<ReturnType<typeof createHeardNumbers>, 'isNew'>;
  /** Called with each heartbeat of this node. */
  readonly onOwn: () => void;
};

/** Returns the function that applies a publication. It never throws: what is wrong with one must not stop the others. */
function createReceiver({ node, peers, heardNumbers, onOwn, ...options }: ReceiverOptions) {
  function apply(channel: string, { content, ...numbered }: Publication): void {
    if (isHeartbeat(content)) {
      peers.record({ node: numbered.node, ...content });
    } else if (heardNumbers.isNew({ channel, ...numbered })) {
      options.onCommand(content);
    }
  }

  return (channel: string, text: string): void => {
    if (isFrom(node, text)) {
      if (channel === EVERY_NODE) onOwn();
      return;
    }
    try {
      const publication = decodePublication(text);
      if (publication) apply(channel, publication);
    } catch (error) {
      options.logger.error({ err: error, path: options.path }, 'a command of another node failed');
    }
  };
}

/** Heartbeats are sent every two seconds and return within moments. */
const ALIVE_WITHIN_MS = 5000;
/** A heartbeat that Redis has accepted and that was not received after this long will never be. */
const STALE_AFTER_MS = 10_000;

/**
 * Detects whether this node hears its channels, by its own heartbeats. An accepted heartbeat that never returns means that the
 * subscriptions are gone.
 */
function createLiveness(now: () => number = () => performance.now()) {
  let receivedAt: number | undefined;
  let acceptedAt: number | undefined;
  return {
    noteReceived: () => {
      receivedAt = now();
      acceptedAt = undefined;
    },
    /**
     * Redis has accepted the heartbeat of that moment. It usually comes back before this is known: then nothing is awaited, and a node that
     * was paused does not take the pause for a lost heartbeat.
     */
    noteAccepted: (sentAt: number) => {
      if (receivedAt === undefined || receivedAt < sentAt) acceptedAt ??= now();
    },
    hasReceived: () => receivedAt !== undefined,
    isAlive: () => receivedAt !== undefined && now() - receivedAt < ALIVE_WITHIN_MS,
    isStale: () => acceptedAt !== undefined && now() - acceptedAt > STALE_AFTER_MS,
    /** Resets the state after the connection was reopened. */
    reset: () => {
      receivedAt = undefined;
      acceptedAt = undefined;
    },
  };
}
