import type { LocalConnection, Writer } from './joined-writer.ts';
import { createDueWrites } from './due-writes.ts';
import { framePackets, type FramedPackets, type Packet } from './packet-frames.ts';
import type { Revocation, RoomCommand } from './room-commands.ts';

/** Encoded events by room, in delivery order, with the rooms excluded from each. */
export type RoomPackets = Extract<RoomCommand, { kind: 'flush' }>['rooms'];

/** Encoded events by connection id. */
export type OwnPackets = ReadonlyMap<string, readonly Packet[]>;

/** Delivery marks by room. */
export type DeliveredTo = ReadonlyMap<string, number>;

const NOTHING_DELIVERED: DeliveredTo = new Map();
const NOTHING_OWN: OwnPackets = new Map();

type RoomMembers = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The connections of one endpoint on this node. `rooms` returns the adapter's table of rooms; `onDelivered` is called with
 * the marks of each flush.
 */
export function createLocalConnections(
  write: Writer,
  rooms: () => RoomMembers,
  onDelivered?: (deliveredTo: DeliveredTo) => void,
) {
  const connections = new Map<string, LocalConnection>();
  const due = createDueWrites(write);

  function membersOf(room: string): LocalConnection[] {
    const ids = rooms().get(room) ?? [];
    return [...ids].flatMap((id) => connections.get(id) ?? []);
  }

  function revoke(connection: LocalConnection, command: Revocation): void {
    const { socket } = connection;
    due.writeOut(); // earlier events have to reach the connection before it leaves
    if (command.kind === 'leave') {
      if (socket.rooms.has(command.userRoom)) void socket.leave(command.room);
    } else if (command.kind === 'join') {
      if (socket.rooms.has(command.userRoom)) void socket.join(command.room);
    } else if (socket.rooms.has(command.room)) {
      if (command.last !== undefined) write(connection, [framePackets([command.last])]);
      socket.disconnect(true);
    }
  }

  /** Collects everything for a connection, so that it gets one write. Returns the bytes of all rooms. */
  function gather(toRooms: RoomPackets, own: OwnPackets, deliveredTo: DeliveredTo): number {
    let bytes = 0;
    for (const [id, packets] of own) {
      const connection = connections.get(id);
      if (connection) due.add(connection, [framePackets(packets)], 0);
    }
    for (const [room, packets, except] of toRooms) {
      const members = rooms().get(room);
      if (!members) continue;
      const framed = framePackets(packets);
      const allPackets = [framed];
      bytes += framed.frames.length;
      const mark = deliveredTo.get(room) ?? 0;
      const reduced = except && exceptions(packets, except, rooms());
      for (const id of members) {
        const connection = connections.get(id);
        if (!connection) continue;
        const batch = reduced?.get(id) ?? allPackets;
        if (batch.length > 0) due.add(connection, batch, batch === allPackets ? mark : 0);
      }
    }
    if (deliveredTo.size > 0) onDelivered?.(deliveredTo);
    return bytes;
  }

  return {
    add: (connection: LocalConnection) => void connections.set(connection.socket.id, connection),
    remove: (id: string) => connections.delete(id),
    all: () => [...connections.values()],
    count: () => connections.size,
    countIn: (room: string) => rooms().get(room)?.size ?? 0,
    revoke,
    /** Writes a flush of this node and pending data: immediately, unless the node is busy and shares its rounds. */
    flush: (toRooms: RoomPackets, own: OwnPackets, deliveredTo: DeliveredTo) =>
      due.writeOwn(gather(toRooms, own, deliveredTo)),
    /** Writes to one connection, after its pending data. */
    write: ((link, batch) => {
      due.writeOutFor(link);
      return write(link, batch);
    }) satisfies Writer,
    /** Writes all pending data, before a connection is closed. */
    writeOut: due.writeOut,
    /** Applies a command of this or another node. Flushes of other nodes may wait a little to share a write. */
    apply: (command: RoomCommand) => {
      if (command.kind === 'flush') {
        const deliveredTo = command.marks ? new Map(command.marks) : NOTHING_DELIVERED;
        return due.writeSoon(gather(command.rooms, NOTHING_OWN, deliveredTo));
      }
      const room = command.kind === 'disconnect' ? command.room : command.userRoom;
      for (const connection of membersOf(room)) revoke(connection, command);
    },
  };
}

/** The connections of one endpoint on this node. */
export type LocalConnections = ReturnType<typeof createLocalConnections>;

/**
 * Returns the frames of those connections, by id, that don't get all packets of a room, framed once per distinct set.
 * `except` names, for each packet, the rooms whose connections are excluded. Connections in none of these rooms are
 * not part of the result, so that they share one frame.
 */
function exceptions(
  packets: readonly Packet[],
  except: readonly (readonly string[])[],
  rooms: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly FramedPackets[]> {
  const missed = missedBy(except, rooms);
  const framed = new Map<string, readonly FramedPackets[]>();
  const result = new Map<string, readonly FramedPackets[]>();
  for (const [id, indexes] of missed) {
    const key = [...indexes].join();
    const rest = framed.get(key) ?? framesWithout(packets, indexes);
    framed.set(key, rest);
    result.set(id, rest);
  }
  return result;
}

/** Returns the indexes of the excluded packets of each connection, ascending. */
function missedBy(
  except: readonly (readonly string[])[],
  rooms: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Set<number>> {
  const missed = new Map<string, Set<number>>();
  except.forEach((names, index) => {
    for (const name of names) {
      for (const id of rooms.get(name) ?? []) {
        const indexes = missed.get(id);
        if (indexes) indexes.add(index);
        else missed.set(id, new Set([index]));
      }
    }
  });
  return missed;
}

function framesWithout(packets: readonly Packet[], missed: ReadonlySet<number>): readonly FramedPackets[] {
  const rest = packets.filter((_, index) => !missed.has(index));
  return rest.length === 0 ? [] : [framePackets(rest)];
}
