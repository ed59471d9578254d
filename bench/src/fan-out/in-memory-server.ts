/** The platform's sockets alone: payloads are checked, a commit is a wait of 1 ms, and nothing is stored. */
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { createRealtime } from '../../../server/src/platform/realtime/index.ts';
import type { Connection, OutgoingEvent, RoomName } from '../../../server/src/platform/realtime/index.ts';
import { serveParent } from './server-process.ts';

const COMMIT_MS = 1;

const groupMessage = z.object({
  group_id: z.string().check(z.maxLength(64)),
  content: z.string().check(z.minLength(1), z.maxLength(2000)),
  timestamp: z.iso.datetime(),
  clientMessageId: z.string().check(z.maxLength(64)),
});

type Message = z.output<typeof groupMessage>;
type Confirmation = { clientMessageId: string; _id: string; timestamp: string };
type Outgoing = {
  group_message: Message & Confirmation & { username: string };
  message_confirmation: Confirmation;
};
type Member = { username: string };
type Waiting = { connection: Connection<Member, Outgoing>; message: Message };

const httpServer = createServer();
const report = (details: object, message: string) => console.error(message, details);
const logger = { info: () => undefined, warn: report, error: report };
const realtime = createRealtime({ httpServer, logger, publicOrigins: [] });
const server = realtime.createServer<{ group_message: Message }, Outgoing, Member>({
  path: '/group-socket.io',
  schemas: { group_message: groupMessage },
  admit: async ({ query }) => ({
    identity: { username: query['self'] ?? '' },
    rooms: [`group:${query['group_id'] ?? ''}`],
  }),
  handlers: {
    group_message: (connection, message) => {
      waiting.push({ connection, message });
      if (!isCommitting) void commitAll();
    },
  },
});

let waiting: Waiting[] = [];
let isCommitting = false;
let lastId = 0;

/** Natural group commit: what arrives while one is in flight goes together into the next. */
async function commitAll(): Promise<void> {
  isCommitting = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await delay(COMMIT_MS);
    publish(batch);
  }
  isCommitting = false;
}

function publish(batch: readonly Waiting[]): void {
  const toRooms = new Map<RoomName, OutgoingEvent<Outgoing>[]>();
  const toConnections = new Map<string, OutgoingEvent<Outgoing>[]>();
  for (const { connection, message } of batch) {
    lastId += 1;
    const timestamp = new Date().toISOString();
    const confirmation = { clientMessageId: message.clientMessageId, _id: String(lastId), timestamp };
    const entity = { ...message, ...confirmation, username: connection.identity.username };
    append(toRooms, `group:${message.group_id}`, { event: 'group_message', payload: entity });
    append(toConnections, connection.id, { event: 'message_confirmation', payload: confirmation });
  }
  server.publishFlush({ toRooms, toConnections });
}

function append<K>(lists: Map<K, OutgoingEvent<Outgoing>[]>, key: K, event: OutgoingEvent<Outgoing>): void {
  const list = lists.get(key);
  if (list) list.push(event);
  else lists.set(key, [event]);
}

serveParent(httpServer);
