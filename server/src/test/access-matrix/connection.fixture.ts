import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';

type ReceivedEvent = { readonly event: string; readonly payload: unknown };
type Message = { readonly code?: string; readonly clientMessageId?: string };

const WAIT_MS = 20_000;

/** An open connection with its received events. */
export type Connection = ReturnType<typeof listen>;

function listen(socket: ReturnType<typeof io>) {
  const heard: ReceivedEvent[] = [];
  socket.onAny((event: string, payload: unknown) => void heard.push({ event, payload }));

  /** Waits for the first matching event. */
  async function until(matches: (received: ReceivedEvent) => boolean): Promise<ReceivedEvent> {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await delay(5)) {
      const received = heard.find(matches);
      if (received) return received;
    }
    throw new Error(`It did not come; heard ${JSON.stringify(heard)}`);
  }

  return {
    heard,
    until,
    close: () => void socket.disconnect(),
    emit: (event: string, payload?: unknown) => void socket.emit(event, payload),
    /** The first error received so far. */
    refusal: (): string | undefined =>
      // Payloads are known only at run time.
      heard.filter(({ event }) => event === 'error').map(({ payload }) => (payload as Message).code)[0],
    /** Sends a message. Returns `ok` or the error code. */
    async send(event: 'group_message' | 'message', message: object): Promise<string> {
      const id = randomUUID();
      socket.emit(event, { content: 'Hello', ...message, clientMessageId: id });
      const { payload } = await until(
        (received) =>
          (received.event === 'error' || received.event === 'message_confirmation') &&
          (received.payload as Message).clientMessageId === id,
      );
      return (payload as Message).code ?? 'ok';
    },
    /** Resolves once the server has processed everything sent before (private socket). */
    async settled(): Promise<void> {
      const seen = heard.filter(({ event }) => event === 'rejoin_confirmation').length;
      socket.emit('rejoin_rooms');
      await until(() => heard.filter(({ event }) => event === 'rejoin_confirmation').length > seen);
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
