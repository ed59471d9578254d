/** Heartbeats are sent every two seconds. A node that missed two has ended, or does not reach Redis. */
const SILENT_AFTER_MS = 5000;
/** A node that was silent this long has ended. The gap that it may have caused was handled once. */
const ENDED_AFTER_MS = 120_000;
/** After this long every node that started earlier has been seen. */
const SETTLED_AFTER_MS = 5000;
const MAX_PEERS = 1000;

type Peer = { lost: number; seenAt: number; isSilent: boolean };

/** A heartbeat of another node, with the number of its publications that were lost since its start. */
type PeerHeartbeat = { readonly node: string; readonly kind: 'hello' | 'bye'; readonly lost: number };

/**
 * Detects gaps by the heartbeats of other nodes. A number of lost publications that has grown means that something was missed. So
 * does a node that stops sending without a `bye`: it may have committed messages that it never published. `now` returns milliseconds.
 */
export function createPeers(onGap: () => void, now: () => number = () => performance.now()) {
  const peers = new Map<string, Peer>();
  let readingSince: number | undefined;

  /** Returns what a node had lost before its first heartbeat here. Nodes that start later have lost nothing before. */
  function before({ lost }: PeerHeartbeat): number {
    const isSettled = readingSince !== undefined && now() - readingSince > SETTLED_AFTER_MS;
    return isSettled ? 0 : lost;
  }

  function remember(node: string, peer: Peer): void {
    peers.delete(node);
    peers.set(node, peer);
    const [oldest] = peers.keys();
    if (peers.size > MAX_PEERS && oldest !== undefined) peers.delete(oldest);
  }

  return {
    /** This node hears others from now on. */
    startReading: () => {
      readingSince ??= now();
    },
    record: (heartbeat: PeerHeartbeat): void => {
      const { node, kind, lost } = heartbeat;
      if (lost > (peers.get(node)?.lost ?? before(heartbeat))) onGap();
      if (kind === 'bye') peers.delete(node);
      else remember(node, { lost, seenAt: now(), isSilent: false });
    },
    /** Detects silent nodes. Call it only while this node hears others. */
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
