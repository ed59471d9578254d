import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import { MessageType } from 'socket.io-adapter';
import { z } from 'zod';
import { textOf } from '../../../server/src/platform/realtime/packet-frames.ts';
import type { RoomCommand } from '../../../server/src/platform/realtime/room-commands.ts';

const STREAM_ENTRIES = 10_000;
const READ_TIMEOUT_MS = 2000;
const NOWHERE = { rooms: [], except: [], flags: {} };

/** An entry of the stream in the adapter's format. */
export type RawEntry = { readonly uid: string; readonly data?: string };

type Options = {
  readonly redis: Redis;
  /** Distinguishes this stream from others. */
  readonly path: string;
  /** The id of this process among the nodes. */
  readonly node: string;
  readonly onEntry: (raw: RawEntry) => void;
};

/**
 * The form in which nodes were connected before channels (ADR 62): one stream that every node reads. Only what it costs is compared
 * here, so it has nothing for an unavailable Redis.
 */
export function openStreamLink({ redis, path, node, onEntry }: Options) {
  // The adapter duplicates this connection for its blocking reads. Commands wait until each is open.
  const client = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null });
  const factory = createAdapter(client, {
    streamName: `adda:realtime:${path}`,
    channelPrefix: `adda:realtime:${path}`,
    maxLen: STREAM_ENTRIES,
    blockTimeInMs: READ_TIMEOUT_MS,
    onlyPlaintext: true,
  });
  let adapter: ReturnType<typeof factory> | undefined;
  return {
    /** Called by Socket.IO with `new`, which an arrow function does not allow. */
    adapter: function openAdapter(namespace: unknown) {
      adapter = Object.assign(factory(namespace), { onRawMessage: onEntry });
      return adapter;
    },
    /** Resolves when Redis has accepted the packet. */
    write: async (packet: RoomCommand | { readonly kind: 'hello' }, number: number): Promise<void> => {
      const data = { packet: entryOf(packet), opts: NOWHERE, number };
      await adapter?.doPublish({ uid: node, nsp: '/', type: MessageType.BROADCAST, data } as const);
    },
  };
}

const flushSchema = z.object({
  kind: z.literal('flush'),
  rooms: z.array(z.tuple([z.string(), z.array(z.string())])),
});

/** Returns an entry as the program wrote it: packets were texts. */
const entryOf = (command: RoomCommand | { readonly kind: 'hello' }) =>
  command.kind === 'flush'
    ? { kind: 'flush', rooms: command.rooms.map(([room, packets]) => [room, packets.map(textOf)]) }
    : command;

/** Parses and checks an entry as the program did, and passes its command on. */
export function applyEntry({ data }: RawEntry, onCommand: (command: RoomCommand) => void): void {
  if (data === undefined) return;
  const entry: unknown = JSON.parse(data);
  if (typeof entry !== 'object' || entry === null || !('packet' in entry)) return;
  const { success, data: flush } = flushSchema.safeParse(entry.packet);
  if (!success) return;
  const rooms = flush.rooms.map(
    ([room, packets]) => [room, packets.map((text) => ({ start: text, payload: '' }))] as const,
  );
  onCommand({ kind: 'flush', rooms });
}
