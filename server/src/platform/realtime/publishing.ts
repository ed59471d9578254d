import { afterCommit } from '../database/index.ts';
import type { ClusterChannels } from './cluster-channels.ts';
import type { LocalConnections, DeliveredTo, OwnPackets, RoomPackets } from './local-connections.ts';
import { encodeEvent, encodePayload, startOf, type Packet } from './packet-frames.ts';
import type { RealtimeServer } from './realtime.types.ts';
import type { Revocation } from './room-commands.ts';

type Options = {
  readonly connections: LocalConnections;
  readonly cluster: Pick<ClusterChannels, 'send'> | undefined;
  /** Called with every revocation; also applies it to sockets in admission. */
  readonly revoke: (revocation: Revocation) => void;
};

/** The publishing side of an endpoint: each command is sent to other nodes and applied here immediately. */
export function createPublishing<Outgoing extends object>(options: Options): RealtimeServer<Outgoing> {
  const { connections, cluster } = options;
  const nobody: OwnPackets = new Map();
  const nothingDelivered: DeliveredTo = new Map();

  /** Events without recipients are not encoded. */
  const isHeard = (room: string) => cluster !== undefined || connections.countIn(room) > 0;

  function flush(rooms: RoomPackets, own: OwnPackets, deliveredTo = nothingDelivered): void {
    const marks = deliveredTo.size > 0 && { marks: [...deliveredTo] };
    if (rooms.length > 0 || marks) cluster?.send({ kind: 'flush', rooms, ...marks });
    connections.flush(rooms, own, deliveredTo);
  }

  function revoke(revocation: Revocation): void {
    cluster?.send(revocation);
    options.revoke(revocation);
  }

  return {
    publishAfterCommit: (tx, room, event, payload) =>
      afterCommit(tx, () => flush([[room, [encodeEvent(event, payload)]]], nobody)),
    publish: (room, event, payload, except) =>
      flush([packetsFor(room, [{ event, payload, except }])], nobody),
    publishHere: (room, event, payload) =>
      connections.flush([[room, [encodeEvent(event, payload)]]], nobody, nothingDelivered),
    publishFlush: ({ toRooms, toConnections, deliveredTo }) => {
      const encode = createEncoder();
      const heard = [...toRooms].filter(([room]) => isHeard(room));
      flush(
        heard.map(([room, events]) => packetsFor(room, events, encode)),
        new Map([...toConnections].map(([id, events]) => [id, encodeAll(events)])),
        deliveredTo,
      );
    },
    disconnectRoom: (room, last) =>
      revoke({ kind: 'disconnect', room, last: last && encodeEvent(last.event, last.payload) }),
    removeFromRoom: (userRoom, room) => revoke({ kind: 'leave', userRoom, room }),
    addToRoom: (userRoom, room) => revoke({ kind: 'join', userRoom, room }),
    connectionsIn: connections.countIn,
    isHeard,
  };
}

type Event = {
  readonly event: string;
  readonly payload: unknown;
  readonly except?: readonly string[] | undefined;
};

type Encode = typeof encodeEvent;

const encodeAll = (events: readonly Event[], encode: Encode = encodeEvent): Packet[] =>
  events.map(({ event, payload }) => encode(event, payload));

/** Encodes a payload once that is sent to several rooms or under several event names. */
function createEncoder(): Encode {
  const known = new Map<unknown, string>();
  return (event, given) => {
    const payload = known.get(given) ?? encodePayload(given);
    known.set(given, payload);
    return { start: startOf(event), payload };
  };
}

/** Returns the events of one room. The exclusions are left out when there are none. */
function packetsFor(room: string, events: readonly Event[], encode?: Encode): RoomPackets[number] {
  const packets = encodeAll(events, encode);
  return events.some(({ except }) => except !== undefined && except.length > 0)
    ? [room, packets, events.map(({ except }) => except ?? [])]
    : [room, packets];
}
