import { afterCommit } from '../database/index.ts';
import type { ClusterStream } from './cluster-stream.ts';
import type { LocalConnections, OwnPackets, RoomPackets } from './local-connections.ts';
import { encodeEvent } from './packet-frames.ts';
import type { RealtimeServer } from './realtime.types.ts';
import type { Revocation } from './room-commands.ts';

type Options = {
  readonly connections: LocalConnections;
  readonly cluster: ClusterStream | undefined;
  /** Told of every revocation, also for those who are being admitted just now. */
  readonly revoke: (revocation: Revocation) => void;
};

/** The publishing side of an endpoint: each command goes to the other nodes and is done here at once. */
export function createPublishing<Outgoing extends object>(options: Options): RealtimeServer<Outgoing> {
  const { connections, cluster } = options;
  const nobody: OwnPackets = new Map();

  function flush(rooms: RoomPackets, own: OwnPackets): void {
    if (rooms.length > 0) cluster?.send({ kind: 'flush', rooms });
    connections.flush(rooms, own);
  }

  function revoke(revocation: Revocation): void {
    cluster?.send(revocation);
    options.revoke(revocation);
  }

  return {
    publishAfterCommit: (tx, room, event, payload) =>
      afterCommit(tx, () => flush([[room, [encodeEvent(event, payload)]]], nobody)),
    publish: (room, event, payload) => flush([[room, [encodeEvent(event, payload)]]], nobody),
    publishFlush: ({ toRooms, toConnections }) =>
      flush(encodeAll(toRooms), new Map(encodeAll(toConnections))),
    disconnectRoom: (room, last) =>
      revoke({ kind: 'disconnect', room, last: last && encodeEvent(last.event, last.payload) }),
    removeFromRoom: (userRoom, room) => revoke({ kind: 'leave', userRoom, room }),
    connectionsIn: connections.countIn,
  };
}

type Events = readonly { readonly event: string; readonly payload: unknown }[];

function encodeAll(eventsByTarget: ReadonlyMap<string, Events>): [target: string, packets: string[]][] {
  return [...eventsByTarget].map(([target, events]) => [
    target,
    events.map(({ event, payload }) => encodeEvent(event, payload)),
  ]);
}
