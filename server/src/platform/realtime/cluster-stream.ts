import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { applyEntry, type RawEntry, createPeers } from './cluster-peers.ts';
import { createClusterLink, type StreamsAdapter } from './cluster-link.ts';
import type { RealtimeLogger } from './realtime.types.ts';
import type { RoomCommand } from './room-commands.ts';

const FIRST_HEARTBEAT_INTERVAL_MS = 100;
const HEARTBEAT_INTERVAL_MS = 2000;
const FAREWELL_TIMEOUT_MS = 500;

type ClusterOptions = {
  readonly redis: Redis;
  /** The endpoint's path. Each endpoint has its own stream. */
  readonly path: string;
  readonly logger: RealtimeLogger;
  readonly onCommand: (command: RoomCommand) => void;
  readonly onFailure: () => void;
  /** Called when an entry of another node was missed, or may have been. */
  readonly onGap: () => void;
};

/** The connection to other nodes: one stream entry per command, read by every node in the same order. */
export type ClusterStream = {
  /** The adapter for Socket.IO; extends the Redis Streams adapter. */
  readonly adapter: (namespace: unknown) => StreamsAdapter;
  readonly send: (command: RoomCommand) => void;
  /** Resolves when this node reads the stream, so that later entries are not missed. */
  readonly ready: Promise<void>;
  /** Whether this node currently receives its own entries, so that its entries reach all nodes. */
  readonly isReceiving: () => boolean;
  /** Whether commands of other nodes may be delayed: Redis is unavailable for this node or for another. */
  readonly isPartitioned: () => boolean;
  /** Announces the end to other nodes if possible, and closes. */
  readonly close: () => Promise<void>;
};

/**
 * Extends the Redis Streams adapter: commands are sent as its broadcasts, and received ones are applied by
 * `onCommand` instead of being emitted packet by packet. While Redis is unavailable flushes are dropped, and
 * revocations wait until it returns. Both are numbered, so that other nodes detect gaps.
 */
export function createClusterStream(options: ClusterOptions): ClusterStream {
  const node = randomUUID();
  const first = Promise.withResolvers<void>();
  const liveness = createLiveness();
  const peers = createPeers(options.onGap);
  const { record } = peers;
  const onEntry = (raw: RawEntry) => {
    if (raw.uid !== node) return applyEntry(raw, { ...options, record });
    liveness.noteReceived();
    peers.startReading();
    first.resolve();
  };
  const link = createClusterLink({ ...options, node, onEntry });
  let number = 0;
  let heartbeatTimer: ReturnType<typeof setTimeout> | undefined;

  function sendHeartbeat(): void {
    heartbeatTimer = setTimeout(
      sendHeartbeat,
      liveness.hasReceived() ? HEARTBEAT_INTERVAL_MS : FIRST_HEARTBEAT_INTERVAL_MS,
    ).unref();
    if (liveness.isAlive()) peers.checkSilence();
    if (liveness.isStale()) {
      options.logger.warn({ path: options.path }, 'the stream of the other nodes is opened anew');
      link.reopen();
      liveness.reset();
    }
    if (!link.isConnected()) return;
    void link.write({ kind: 'hello' }, number, false).then((isTaken) => isTaken && liveness.noteAccepted());
  }
  sendHeartbeat();

  return {
    // Socket.IO calls this with `new`, which an arrow function does not allow.
    adapter: function createStreamsAdapter(namespace: unknown) {
      return link.open(namespace);
    },
    send: (command) => {
      number += 1;
      void link.write(command, number, command.kind !== 'flush');
    },
    ready: first.promise,
    isReceiving: () => link.isConnected() && liveness.isAlive(),
    isPartitioned: () => !link.isConnected() || !liveness.isAlive() || peers.isAnySilent(),
    close: async () => {
      clearTimeout(heartbeatTimer);
      const farewell = link.write({ kind: 'bye' }, number, false);
      await Promise.race([farewell, delay(FAREWELL_TIMEOUT_MS, undefined, { ref: false })]);
      link.end();
    },
  };
}

/** Heartbeats are sent every two seconds and return within moments. */
const ALIVE_WITHIN_MS = 5000;
/** A heartbeat that Redis has accepted and that was not read after this long will never be read. */
const STALE_AFTER_MS = 10_000;

/**
 * Detects whether this node reads the stream, by its own heartbeats. An accepted heartbeat that never returns means
 * that the read position is wrong: Redis restarted empty with its clock set back.
 */
function createLiveness(now: () => number = () => performance.now()) {
  let receivedAt: number | undefined;
  let acceptedAt: number | undefined;
  return {
    noteReceived: () => {
      receivedAt = now();
      acceptedAt = undefined;
    },
    /** Redis has accepted a heartbeat. */
    noteAccepted: () => {
      acceptedAt ??= now();
    },
    hasReceived: () => receivedAt !== undefined,
    isAlive: () => receivedAt !== undefined && now() - receivedAt < ALIVE_WITHIN_MS,
    isStale: () => acceptedAt !== undefined && now() - acceptedAt > STALE_AFTER_MS,
    /** Resets the state after the stream was reopened. */
    reset: () => {
      receivedAt = undefined;
      acceptedAt = undefined;
    },
  };
}
