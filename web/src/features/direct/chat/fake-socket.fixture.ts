type Handler = (payload?: unknown) => void;

/** A fake of the library's socket, controlled by the test. */
function createFakeSocket() {
  const handlers = new Map<string, Set<Handler>>();
  const tell = (event: string, payload?: unknown) => {
    for (const handler of handlers.get(event) ?? []) handler(payload);
  };
  const socket = {
    connected: false,
    active: false,
    on(event: string, handler: Handler) {
      const all = handlers.get(event) ?? new Set();
      handlers.set(event, all.add(handler));
      return socket;
    },
    off(event: string, handler: Handler) {
      handlers.get(event)?.delete(handler);
      return socket;
    },
    emit(event: string, payload?: unknown) {
      sent.push({ event, payload });
      return socket;
    },
    connect() {
      socket.active = true;
      tries += 1;
      return socket;
    },
    disconnect() {
      socket.active = false;
      socket.connected = false;
      return socket;
    },
  };
  const sent: { event: string; payload: unknown }[] = [];
  let tries = 0;
  return {
    socket,
    sent,
    /** Number of connection attempts. */
    tries: () => tries,
    /** The payloads of the emitted events with a given name. */
    payloads: (event: string) => sent.flatMap((each) => (each.event === event ? [each.payload] : [])),
    say: tell,
    accept() {
      socket.connected = true;
      tell('connect');
    },
    refuse(code: string, detail: string) {
      tell('connect_error', Object.assign(new Error(detail), { data: { code, detail } }));
    },
    drop(reason = 'transport close') {
      socket.connected = false;
      tell('disconnect', reason);
    },
  };
}

/** See {@link createFakeSocket}. */
export type FakeSocket = ReturnType<typeof createFakeSocket>;

/** The sockets opened in this test, oldest first, with their addresses. */
export const opened: { readonly socket: FakeSocket; readonly options: Record<string, unknown> }[] = [];

/** Replaces socket.io-client: `vi.mock('socket.io-client', …)`. */
export const socketLibrary = {
  io(options: Record<string, unknown>) {
    const socket = createFakeSocket();
    opened.push({ socket, options });
    return socket.socket;
  },
};
