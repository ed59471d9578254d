import type { RealtimeLogger } from './realtime.types.ts';
import { type RoomCommand, readCommand } from './room-commands.ts';

/** Heartbeats are sent every two seconds. A node that missed two has ended, or does not reach Redis. */
const SILENT_AFTER_MS = 5000;
/** A node that was silent this long has ended. The gap that it may have caused was handled once. */
const ENDED_AFTER_MS = 120_000;
/** After this long every node that started earlier has been seen. */
const SETTLED_AFTER_MS = 5000;
const MAX_PEERS = 1000;

type Peer = { number: number; seenAt: number; isSilent: boolean };

/** The relevant fields of an entry. `number` is undefined for a node of an older version. */
type PeerEntry = {
  readonly node: string;
  readonly kind: 'command' | 'hello' | 'bye';
  readonly number: number | undefined;
};

/**
 * Detects gaps. Each node numbers its commands and includes the count in each heartbeat. A number that does not
 * follow the last one means that something was missed. So does a node that stops sending without a `bye`: it
 * may have committed messages that it never published. `now` returns milliseconds.
 */
export function createPeers(onGap: () => void, now: () => number = () => performance.now()) {
  const peers = new Map<string, Peer>();
  let readingSince: number | undefined;

  /** Returns the number before the first entry of a node. Nodes that start later count from 1. */
  function before({ kind, number = 0 }: PeerEntry): number {
    const isSettled = readingSince !== undefined && now() - readingSince > SETTLED_AFTER_MS;
    if (isSettled) return 0;
    return kind === 'command' ? number - 1 : number;
  }

  function remember(node: string, peer: Peer): void {
    peers.delete(node);
    peers.set(node, peer);
    const [oldest] = peers.keys();
    if (peers.size > MAX_PEERS && oldest !== undefined) peers.delete(oldest);
  }

  return {
    /** This node reads the stream from now on. */
    startReading: () => {
      readingSince ??= now();
    },
    /**
     * Records an entry. Returns false for a duplicate command, which its sender repeated without knowing the first
     * result.
     */
    record: (entry: PeerEntry): boolean => {
      const { node, kind, number } = entry;
      if (number === undefined) return true;
      const known = peers.get(node)?.number ?? before(entry);
      if (kind === 'command' && number <= known) return false;
      if (number > (kind === 'command' ? known + 1 : known)) onGap();
      if (kind === 'bye') peers.delete(node);
      else remember(node, { number: Math.max(number, known), seenAt: now(), isSilent: false });
      return true;
    },
    /** Detects silent nodes. Call it only while this node reads the stream. */
    checkSilence: () => {
      for (const peer of peers.values()) {
        if (peer.isSilent || now() - peer.seenAt < SILENT_AFTER_MS) continue;
        peer.isSilent = true;
        onGap();
      }
    },
    /** Whether a node is silent that may be running without a connection to Redis. */
    isAnySilent: (): boolean => {
      for (const { isSilent, seenAt } of peers.values())
        if (isSilent && now() - seenAt < ENDED_AFTER_MS) return true;
      return false;
    },
  };
}

/** An entry of the stream in the adapter's format. */
export type RawEntry = { readonly uid: string; readonly data?: string };

type Reader = {
  readonly logger: RealtimeLogger;
  /** The endpoint's path. */
  readonly path: string;
  readonly onCommand: (command: RoomCommand) => void;
  /** Counts the entry. Returns false for a duplicate. */
  readonly record: (entry: PeerEntry) => boolean;
};

/**
 * Applies an entry of another node. Never throws: the adapter would read the same entry endlessly. Unknown entries are
 * ignored.
 */
export function applyEntry({ uid, data }: RawEntry, { logger, path, onCommand, record }: Reader): void {
  if (data === undefined) return;
  try {
    const entry: unknown = JSON.parse(data);
    if (typeof entry !== 'object' || entry === null || !('packet' in entry)) return;
    const number = 'number' in entry && typeof entry.number === 'number' ? entry.number : undefined;
    const isNew = record({ node: uid, kind: kindOf(entry.packet), number });
    const command = isNew ? readCommand(entry.packet) : undefined;
    if (command) onCommand(command);
  } catch (error) {
    logger.error({ err: error, path }, 'a command of another node failed');
  }
}

/** Every other kind was numbered by its sender, including kinds that only a newer version knows. */
function kindOf(packet: unknown): PeerEntry['kind'] {
  const kind = typeof packet === 'object' && packet !== null && 'kind' in packet ? packet.kind : undefined;
  return kind === 'hello' || kind === 'bye' ? kind : 'command';
}
