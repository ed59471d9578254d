import * as z from 'zod/mini';

/** Shows a line to the person at the terminal while a command runs. */
export type Tell = (line: string) => void;

/** A command on the server's own machine. It answers what to print. */
export type AdminCommand = {
  /** How it is typed: `grant NAME`. Words in capitals are arguments; those in brackets, at the end, may be left out. */
  readonly usage: string;
  /** `tell` shows how far it is, a line at a time, before the answer. */
  readonly run: (args: readonly string[], tell: Tell) => Promise<string>;
};

/** Commands by name. */
export type AdminCommands = Readonly<Record<string, AdminCommand>>;

/** A command can't do what was asked; the message is for the person at the terminal. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

/** What is asked through the socket: one line of JSON. */
export const adminRequest = z.object({ name: z.string(), args: z.array(z.string()) });

/** What is said meanwhile: a line of JSON each. */
export const adminProgress = z.object({ progress: z.string() });

/** What is answered at the end: one line of JSON. */
export const adminAnswer = z.object({ ok: z.boolean(), text: z.string() });

export type AdminRequest = z.output<typeof adminRequest>;

/** Runs a command of the table. Throws `CommandRefused` for an unknown one or a wrong number of arguments. */
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

/** The list of commands as a person types them. */
export function usageOf(commands: AdminCommands): string {
  const lines = Object.values(commands).map(({ usage }) => `  npm run admin -- ${usage}`);
  return ['Usage:', ...lines].join('\n');
}
