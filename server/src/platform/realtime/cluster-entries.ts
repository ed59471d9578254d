import type { PeerEntry } from './cluster-peers.ts';
import type { RealtimeLogger } from './realtime.types.ts';
import type { RoomCommand } from './room-commands.ts';
import { readCommand } from './room-commands.ts';

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
 * Applies an entry of another node. Never throws: the adapter would read the same entry for ever. Unknown entries are
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
