/** Beats come every two seconds: who missed two of them is gone, or does not reach Redis. */
const SILENT_AFTER_MS = 5000;
/** A node that was silent for so long has been killed; what it could not tell was told of once. */
const GIVEN_UP_AFTER_MS = 120_000;
/** By then every node that was there before this one has been heard. */
const SETTLED_AFTER_MS = 5000;
const REMEMBERED = 1000;

type Peer = { number: number; heardAt: number; isSilent: boolean };

/** One entry of the stream, as far as counting goes. `number` is undefined from a node that does not count yet. */
export type PeerEntry = {
  readonly node: string;
  readonly kind: 'command' | 'hello' | 'bye';
  readonly number: number | undefined;
};

/**
 * Each node numbers its commands, and says in each hello how many there were. A number that does not follow the last
 * one tells that something was missed, and so does a node that falls silent without a farewell: what it had
 * committed may never have been told. `now` is in milliseconds.
 */
export function createPeers(onGap: () => void, now: () => number = () => performance.now()) {
  const peers = new Map<string, Peer>();
  let listensSince: number | undefined;

  /** The number before the first one that was heard of a node. Whoever turns up later has counted from 1. */
  function before({ kind, number = 0 }: PeerEntry): number {
    const isSettled = listensSince !== undefined && now() - listensSince > SETTLED_AFTER_MS;
    if (isSettled) return 0;
    return kind === 'command' ? number - 1 : number;
  }

  function remember(node: string, peer: Peer): void {
    peers.delete(node);
    peers.set(node, peer);
    const [oldest] = peers.keys();
    if (peers.size > REMEMBERED && oldest !== undefined) peers.delete(oldest);
  }

  return {
    /** This node hears the stream from now on. */
    listens: () => {
      listensSince ??= now();
    },
    /** Notes an entry; false for a command that was heard before, because its sender did not hear the answer. */
    hear: (entry: PeerEntry): boolean => {
      const { node, kind, number } = entry;
      if (number === undefined) return true;
      const known = peers.get(node)?.number ?? before(entry);
      if (kind === 'command' && number <= known) return false;
      if (number > (kind === 'command' ? known + 1 : known)) onGap();
      if (kind === 'bye') peers.delete(node);
      else remember(node, { number: Math.max(number, known), heardAt: now(), isSilent: false });
      return true;
    },
    /** Looks who has fallen silent; to be called only while this node hears the stream. */
    look: () => {
      for (const peer of peers.values()) {
        if (peer.isSilent || now() - peer.heardAt < SILENT_AFTER_MS) continue;
        peer.isSilent = true;
        onGap();
      }
    },
    /** Whether some node is silent that may live and only not reach Redis. */
    isAnySilent: (): boolean => {
      for (const { isSilent, heardAt } of peers.values())
        if (isSilent && now() - heardAt < GIVEN_UP_AFTER_MS) return true;
      return false;
    },
  };
}
