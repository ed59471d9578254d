/** Channels whose last number a node remembers. A channel that was forgotten starts again without a previous number. */
const MAX_CHANNELS = 50_000;

/** Numbers what a node publishes, so that other nodes detect what they missed. */
export function createOwnNumbers(maxChannels = MAX_CHANNELS) {
  const lastOn = new Map<string, number>();
  let count = 0;
  return {
    next: (channel: string): { readonly number: number; readonly previous: number } => {
      const previous = lastOn.get(channel) ?? 0;
      count += 1;
      lastOn.delete(channel);
      lastOn.set(channel, count);
      const [oldest] = lastOn.keys();
      if (lastOn.size > maxChannels && oldest !== undefined) lastOn.delete(oldest);
      return { number: count, previous };
    },
  };
}

type Numbered = {
  readonly channel: string;
  readonly node: string;
  readonly number: number;
  readonly previous: number;
};

/**
 * Detects gaps and duplicates by the numbers of other nodes. The first publication of a node on a channel counts as no gap: it may have
 * been preceded by others before this node subscribed.
 */
export function createHeardNumbers(onGap: () => void) {
  const channels = new Map<string, Map<string, number>>();
  return {
    /** Returns false for a duplicate, which its sender repeated without knowing the first result. */
    isNew: ({ channel, node, number, previous }: Numbered): boolean => {
      const nodes = channels.get(channel) ?? new Map<string, number>();
      const last = nodes.get(node);
      if (last !== undefined && number <= last) return false;
      if (last !== undefined && previous > last) onGap();
      nodes.set(node, number);
      channels.set(channel, nodes);
      return true;
    },
    /** Forgets a channel that is no longer heard. */
    forget: (channel: string) => void channels.delete(channel),
    /** Forgets everything: the connection was lost, which is a gap of its own. */
    clear: () => channels.clear(),
  };
}
