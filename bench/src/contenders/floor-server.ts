/**
 * The floor: what deliveries cost at least. Raw WebSockets, one joined write per member, no validation, no storage; clients
 * get the same packets as from the others.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import {
  encodeEvent,
  framePackets,
  type Packet,
} from '../../../server/src/platform/realtime/packet-frames.ts';

const EVENT = '42';
/** Everything that Engine.IO and Socket.IO tell a client at the start. Runs are shorter than an interval between two pings. */
const OPEN = '0{"sid":"floor","upgrades":[],"pingInterval":60000,"pingTimeout":60000,"maxPayload":1000000}';
const CONNECT = '40';
const CONNECTED = '40{"sid":"floor"}';

/** The members of a room, with what waits for the end of the moment. */
type Room = {
  readonly members: Set<Member>;
  readonly waiting: Packet[];
};
type Member = { readonly tcp: Duplex; readonly username: string; readonly confirmations: Packet[] };

const rooms = new Map<string, Room>();
const busyRooms = new Set<Room>();
let lastId = 0;

/** Sends all that was said in the moment: one write to each member, for senders with their confirmations. */
function flush(): void {
  for (const { members, waiting } of busyRooms) {
    const { frames } = framePackets(waiting);
    for (const { tcp, confirmations } of members) {
      tcp.write(
        confirmations.length === 0 ? frames : Buffer.concat([frames, framePackets(confirmations).frames]),
      );
      confirmations.length = 0;
    }
    waiting.length = 0;
  }
  busyRooms.clear();
}

/** Adds a message `42<id>["event",{…}]` to what waits for its room. */
function say(room: Room, sender: Member, packet: string): void {
  const start = packet.indexOf('[');
  const [event, message]: [string, object] = JSON.parse(packet.slice(start));
  lastId += 1;
  const confirmation = { _id: String(lastId), timestamp: new Date().toISOString() };
  room.waiting.push(encodeEvent(event, { ...message, ...confirmation, username: sender.username }));
  sender.confirmations.push({
    start: `3${packet.slice(EVENT.length, start)}`,
    payload: JSON.stringify([confirmation]),
  });
  if (busyRooms.size === 0) setImmediate(flush);
  busyRooms.add(room);
}

function roomOf(query: URLSearchParams): Room {
  const pair = [query.get('self'), query.get('recipient')].toSorted().join(':');
  const name = query.get('group_id') ?? pair;
  const room = rooms.get(name) ?? { members: new Set(), waiting: [] };
  rooms.set(name, room);
  return room;
}

const httpServer = createServer();
const webSockets = new WebSocketServer({ server: httpServer });
webSockets.on('connection', (webSocket, { socket: tcp, url = '' }: IncomingMessage) => {
  const query = new URL(url, 'http://floor').searchParams;
  const room = roomOf(query);
  const member: Member = { tcp, username: query.get('self') ?? '', confirmations: [] };
  webSocket.send(OPEN);
  webSocket.on('message', (data: Buffer) => {
    const packet = data.toString();
    if (packet.startsWith(EVENT)) return say(room, member, packet);
    if (packet !== CONNECT) return;
    room.members.add(member);
    webSocket.send(CONNECTED);
  });
  webSocket.on('close', () => room.members.delete(member));
});

httpServer.listen(0, '127.0.0.1', () => {
  const address = httpServer.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
