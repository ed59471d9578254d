/** What ours is measured against: plain Socket.IO, one emit per message, nothing checked, nothing stored. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const httpServer = createServer();
const io = new Server(httpServer, {
  path: '/group-socket.io',
  transports: ['websocket'],
  serveClient: false,
});
let lastId = 0;

io.on('connection', (socket) => {
  const { group_id: group, self } = socket.handshake.query;
  const room = `group:${String(group)}`;
  void socket.join(room);
  socket.on('group_message', (message: object, acknowledge: (confirmation: object) => void) => {
    lastId += 1;
    const confirmation = { _id: String(lastId), timestamp: new Date().toISOString() };
    io.to(room).emit('group_message', { ...message, ...confirmation, username: self });
    acknowledge(confirmation);
  });
});

httpServer.listen(0, '127.0.0.1', () => {
  const address = httpServer.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
