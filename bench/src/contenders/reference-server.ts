/** The baseline: plain Socket.IO, one emit per message, no validation, no storage. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const httpServer = createServer();
let lastId = 0;

/** Opens a path whose connections join the room named in their handshake. */
function open(path: string, event: string, roomOf: (query: Record<string, unknown>) => string): void {
  const io = new Server(httpServer, {
    path,
    transports: ['websocket'],
    serveClient: false,
    // Otherwise it would destroy the upgrade requests of the other path.
    destroyUpgrade: false,
  });
  io.on('connection', (socket) => {
    const { self } = socket.handshake.query;
    const room = roomOf(socket.handshake.query);
    void socket.join(room);
    socket.on(event, (message: object, acknowledge: (confirmation: object) => void) => {
      lastId += 1;
      const confirmation = { _id: String(lastId), timestamp: new Date().toISOString() };
      io.to(room).emit(event, { ...message, ...confirmation, username: self });
      acknowledge(confirmation);
    });
  });
}

open('/group-socket.io', 'group_message', ({ group_id: group }) => `group:${String(group)}`);
open('/socket.io', 'message', ({ self, recipient }) =>
  [String(self), String(recipient)].toSorted().join(':'),
);

httpServer.listen(0, '127.0.0.1', () => {
  const address = httpServer.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
