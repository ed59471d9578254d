import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { adminAnswer, CommandRefused, type AdminRequest } from './admin-commands.ts';
import { socketPathOf } from './socket-path.ts';

/** What connecting says when nobody listens: no socket, or one left by a server that was killed. */
const NOBODY_THERE: readonly unknown[] = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'];

async function connectTo(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOBODY_THERE.includes(error.code)) return undefined;
    throw error;
  }
}

/**
 * Lets the running server of a data folder run a command; answers what to print, undefined when no server runs.
 * Throws `CommandRefused` with the server's words.
 */
export async function askRunningServer(dataDir: string, request: AdminRequest): Promise<string | undefined> {
  const socket = await connectTo(socketPathOf(dataDir));
  if (!socket) return undefined;
  socket.write(`${JSON.stringify(request)}\n`);
  const line = await text(socket);
  if (line === '') throw new CommandRefused('The server stopped before it answered. Please try again.');
  const answer = adminAnswer.parse(JSON.parse(line));
  if (!answer.ok) throw new CommandRefused(answer.text);
  return answer.text;
}
