import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';

type ReceivedEvent = { readonly event: string; readonly payload: unknown };
type Message = { readonly code?: string; readonly clientMessageId?: string };

const WAIT_MS = 20_000;

/** An open connection with its received events. */
export type Connection = ReturnType<typeof listen>;

function listen(socket: ReturnType<typeof io>) {
  const received: ReceivedEvent[] = [];
  socket.onAny((event: string, payload: unknown) => void received.push({ event, payload }));

  /** Waits for the first matching event. */
  async function until(matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await delay(5)) {
      const found = received.find(matches);
      if (found) return found;
    }
    throw new Error(`The event was not received; received ${JSON.stringify(received)}`);
  }

  return {
    received,
    until,
    close: () => void socket.disconnect(),
    emit: (event: string, payload?: unknown) => void socket.emit(event, payload),
    /** The first error received so far. */
    refusal: (): string | undefined =>
      // Payloads are known only at run time.
      received.filter(({ event }) => event === 'error').map(({ payload }) => (payload as Message).code)[0],
    /** Sends a message. Returns `ok` or the error code. */
    async send(event: 'group_message' | 'message', message: object): Promise<string> {
      const id = randomUUID();
      socket.emit(event, { content: 'Hello', ...message, clientMessageId: id });
      const { payload } = await until(
        (next) =>
          (next.event === 'error' || next.event === 'message_confirmation') &&
          (next.payload as Message).clientMessageId === id,
      );
      return (payload as Message).code ?? 'ok';
    },
    /** Resolves once the server has processed everything sent before (private socket). */
    async settled(): Promise<void> {
      const seen = received.filter(({ event }) => event === 'rejoin_confirmation').length;
      socket.emit('rejoin_rooms');
      await until(() => received.filter(({ event }) => event === 'rejoin_confirmation').length > seen);
    },
  };
}

/** Connects. Returns the connection, or the code of the refusal. */
export async function connectTo(
  url: string,
  path: '/group-socket.io' | '/socket.io',
  query: Readonly<Record<string, string>>,
): Promise<Connection | string> {
  const socket = io(url, { path, query, transports: ['websocket'], forceNew: true, reconnection: false });
  const connection = listen(socket);
  const refused = await new Promise<string | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined));
    socket.once('connect_error', (error: Error & { data?: { code?: string } }) =>
      resolve(error.data?.code ?? error.message),
    );
  });
  return refused ?? connection;
}
