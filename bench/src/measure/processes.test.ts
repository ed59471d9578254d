import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { descriptorsOf } from './processes.ts';

it('counts the descriptors of a process, and those that are connections to a port', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // A server listening on TCP has an address of this type.
  const { port } = server.address() as AddressInfo;
  expect(descriptorsOf(process.pid, [port]).toPorts).toBe(0);
  for (let n = 0; n < 3; n += 1) {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
  }
  const { all, toPorts } = descriptorsOf(process.pid, [port]);
  expect(toPorts).toBe(3);
  expect(descriptorsOf(process.pid, []).toPorts).toBe(0);
  expect(all).toBeGreaterThan(toPorts);
});
