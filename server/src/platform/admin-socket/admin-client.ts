import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import {
  adminResponse,
  adminProgress,
  CommandRefused,
  type AdminRequest,
  type Tell,
  socketPathOf,
} from './admin-commands.ts';

/** Connection errors that mean "no server runs": there is no socket, or only one left by a killed server. */
const NO_SERVER_CODES: readonly unknown[] = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'];

async function connectTo(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_SERVER_CODES.includes(error.code)) return undefined;
    throw error;
  }
}

/**
 * Returns the final line and reports progress lines before it. Undefined when the connection ends without a final
 * line.
 */
async function readResponse(socket: Socket, tell: Tell): Promise<string | undefined> {
  const lines = createInterface({ input: socket });
  // A killed server breaks the connection, which counts as an end without a final line.
  socket.on('error', () => lines.close());
  for await (const line of lines) {
    const progress = adminProgress.safeParse(JSON.parse(line));
    if (!progress.success) return line;
    tell(progress.data.progress);
  }
  return undefined;
}

/**
 * Sends a command to the running server of a data folder. Returns the text to print; undefined when no server runs.
 * `tell` receives progress lines. Throws `CommandRefused` with the server's message.
 */
export async function askRunningServer(
  dataDir: string,
  request: AdminRequest,
  tell: Tell = () => undefined,
): Promise<string | undefined> {
  const socket = await connectTo(socketPathOf(dataDir));
  if (!socket) return undefined;
  socket.write(`${JSON.stringify(request)}\n`);
  const line = await readResponse(socket, tell);
  if (line === undefined)
    throw new CommandRefused('The server stopped before it answered. Please try again.');
  const answer = adminResponse.parse(JSON.parse(line));
  if (!answer.ok) throw new CommandRefused(answer.text);
  return answer.text;
}
