import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Logger } from '../logging/logger.ts';
import {
  adminRequest,
  CommandRefused,
  runCommand,
  type AdminCommands,
  type Tell,
  socketPathOf,
} from './admin-commands.ts';

/** The socket on which the running server accepts operator commands. */
export type AdminSocket = { stop(): Promise<void> };

async function answer(
  line: string,
  commands: AdminCommands,
  logger: Logger,
  tell: Tell,
): Promise<{ ok: boolean; text: string }> {
  try {
    return { ok: true, text: await runCommand(commands, adminRequest.parse(JSON.parse(line)), tell) };
  } catch (error) {
    if (error instanceof CommandRefused) return { ok: false, text: error.message };
    logger.error({ err: error }, 'an admin command failed');
    return { ok: false, text: error instanceof Error ? error.message : 'The command failed.' };
  }
}

function serve(socket: Socket, commands: AdminCommands, logger: Logger): void {
  socket.on('error', (error) => logger.debug({ err: error }, 'an admin connection broke'));
  const lines = createInterface({ input: socket });
  const tell = (progress: string) => {
    if (socket.writable) socket.write(`${JSON.stringify({ progress })}\n`);
  };
  lines.once('line', (line) => {
    void answer(line, commands, logger, tell).then((result) => socket.end(`${JSON.stringify(result)}\n`));
  });
}

/**
 * Accepts operator commands from this machine while the server runs. The embedded database belongs to one process
 * so commands go through the server (SV-106). Only the user of the server process can open the socket. Call
 * it after the data folder is locked: a socket left by a killed server is removed.
 */
export async function startAdminSocket(options: {
  dataDir: string;
  commands: AdminCommands;
  logger: Logger;
}): Promise<AdminSocket> {
  const path = socketPathOf(options.dataDir);
  const isFile = process.platform !== 'win32';
  if (isFile) rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, options.commands, options.logger);
  });
  server.listen(path);
  await once(server, 'listening');
  if (isFile) chmodSync(path, 0o600);
  return {
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
