import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';

/** Receives a progress line for the user of the terminal while a command runs. */
export type Tell = (line: string) => void;

/** An operator command. `run` returns the text to print. */
type AdminCommand = {
  /**
   * Syntax, such as `grant NAME`. Words in capitals are arguments; arguments in brackets, at the end, are optional.
   */
  readonly usage: string;
  /** `tell` receives progress lines before the result. */
  readonly run: (args: readonly string[], tell: Tell) => Promise<string>;
};

/** Commands by name. */
export type AdminCommands = Readonly<Record<string, AdminCommand>>;

/** Thrown when a command can't be carried out. The message is for the user of the terminal. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

/** The request on the socket: one line of JSON. */
export const adminRequest = z.object({ name: z.string(), args: z.array(z.string()) });

/** A progress message: one line of JSON each. */
export const adminProgress = z.object({ progress: z.string() });

/** The response at the end: one line of JSON. */
export const adminResponse = z.object({ ok: z.boolean(), text: z.string() });

export type AdminRequest = z.output<typeof adminRequest>;

/**
 * Runs a command of the table and returns its text. Throws `CommandRefused` for an unknown command or a wrong number
 * of arguments.
 */
export async function runCommand(
  commands: AdminCommands,
  { name, args }: AdminRequest,
  tell: Tell = () => undefined,
): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CommandRefused(usageOf(commands));
  const words = command.usage.split(' ').slice(1);
  const least = words.filter((word) => !word.startsWith('[')).length;
  if (args.length < least || args.length > words.length || args.includes(''))
    throw new CommandRefused(`Usage: npm run admin -- ${command.usage}`);
  return command.run(args, tell);
}

/** Returns the usage text that lists all commands. */
function usageOf(commands: AdminCommands): string {
  const lines = Object.values(commands).map(({ usage }) => `  npm run admin -- ${usage}`);
  return ['Usage:', ...lines].join('\n');
}

/** Operating systems limit a socket path to about 100 bytes. */
const MAX_PATH_BYTES = 100;

/** Returns the socket path for the commands of a data folder: `DATA_DIR/admin.sock`, on Windows a named pipe. */
export function socketPathOf(dataDir: string): string {
  const folder = path.resolve(dataDir);
  const short = `adda-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${short}`;
  const socket = path.join(folder, 'admin.sock');
  return Buffer.byteLength(socket) <= MAX_PATH_BYTES ? socket : path.join(tmpdir(), `${short}.sock`);
}
