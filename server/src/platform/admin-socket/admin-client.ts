import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import {
  adminAnswer,
  adminProgress,
  CommandRefused,
  type AdminRequest,
  type Tell,
} from './admin-commands.ts';
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

/** The answer's line; those before it are shown. Undefined where the connection ends without one. */
async function readAnswer(socket: Socket, tell: Tell): Promise<string | undefined> {
  const lines = createInterface({ input: socket });
  // A server that is killed breaks the connection: that is an end without an answer.
  socket.on('error', () => lines.close());
  for await (const line of lines) {
    const said = adminProgress.safeParse(JSON.parse(line));
    if (!said.success) return line;
    tell(said.data.progress);
  }
  return undefined;
}

/**
 * Lets the running server of a data folder run a command; answers what to print, undefined when no server runs. `tell`
 * shows how far it is. Throws `CommandRefused` with the server's words.
 */
export async function askRunningServer(
  dataDir: string,
  request: AdminRequest,
  tell: Tell = () => undefined,
): Promise<string | undefined> {
  const socket = await connectTo(socketPathOf(dataDir));
  if (!socket) return undefined;
  socket.write(`${JSON.stringify(request)}\n`);
  const line = await readAnswer(socket, tell);
  if (line === undefined)
    throw new CommandRefused('The server stopped before it answered. Please try again.');
  const answer = adminAnswer.parse(JSON.parse(line));
  if (!answer.ok) throw new CommandRefused(answer.text);
  return answer.text;
}
