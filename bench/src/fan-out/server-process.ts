import type { Server } from 'node:http';
import type { ServerReport } from './fan-out.types.ts';

/** Listens on a free port, tells it to the parent process, and answers each of its messages with the CPU used. */
export function serveParent(httpServer: Server): void {
  httpServer.listen(0, '127.0.0.1', () => {
    const address = httpServer.address();
    if (address !== null && typeof address === 'object') report({ kind: 'listening', port: address.port });
  });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    report({ kind: 'cpu', seconds: (user + system) / 1_000_000, at: performance.now() / 1000 });
  });
  process.on('disconnect', () => process.exit());
}

function report(message: ServerReport): void {
  process.send?.(message);
}
