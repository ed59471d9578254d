import type { PeerEntry } from './cluster-peers.ts';
import type { RealtimeLogger } from './realtime.types.ts';
import type { RoomCommand } from './room-commands.ts';
import { readCommand } from './room-commands.ts';

/** An entry as the adapter reads it from the stream. */
export type RawEntry = { readonly uid: string; readonly data?: string };

type Reader = {
  readonly logger: RealtimeLogger;
  /** The endpoint's path. */
  readonly path: string;
  readonly onCommand: (command: RoomCommand) => void;
  /** Counts the entry; false where it was heard before. */
  readonly hear: (entry: PeerEntry) => boolean;
};

/** Applies what another node sent. Never throws: the adapter would read the same entry for ever. What it does not know it passes over. */
export function applyEntry({ uid, data }: RawEntry, { logger, path, onCommand, hear }: Reader): void {
  if (data === undefined) return;
  try {
    const entry: unknown = JSON.parse(data);
    if (typeof entry !== 'object' || entry === null || !('packet' in entry)) return;
    const number = 'number' in entry && typeof entry.number === 'number' ? entry.number : undefined;
    const isNew = hear({ node: uid, kind: kindOf(entry.packet), number });
    const command = isNew ? readCommand(entry.packet) : undefined;
    if (command) onCommand(command);
  } catch (error) {
    logger.error({ err: error, path }, 'a command of another node failed');
  }
}

/** Whatever is no greeting was counted by its sender, also what only a newer version knows. */
function kindOf(packet: unknown): PeerEntry['kind'] {
  const kind = typeof packet === 'object' && packet !== null && 'kind' in packet ? packet.kind : undefined;
  return kind === 'hello' || kind === 'bye' ? kind : 'command';
}
