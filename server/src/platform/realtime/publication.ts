import { core, z } from 'zod';
import { readCommand, type RoomCommand } from './room-commands.ts';

type Flush = Extract<RoomCommand, { kind: 'flush' }>;

/** What one node says on one channel. */
export type Publication = {
  /** The id of the node. */
  readonly node: string;
  /** Ascending over everything that the node publishes. */
  readonly number: number;
  /** The number of the node's publication before this one on the same channel; 0 if it doesn't know one. */
  readonly previous: number;
  /** A command, or a heartbeat with the number of commands that the node could not publish since its start. */
  readonly content: RoomCommand | Heartbeat;
};

/** A node is there, or has ended. */
export type Heartbeat = { readonly kind: 'hello' | 'bye'; readonly lost: number };

const headSchema = z.object({
  kind: z.literal('flush'),
  rooms: z.array(z.tuple([z.string(), z.array(z.number()), z.optional(z.array(z.array(z.string())))])),
  marks: z.optional(z.array(z.tuple([z.string(), z.number()]))),
});

const heartbeatSchema = z.object({ kind: z.enum(['hello', 'bye']), lost: z.number() });

/**
 * Returns a publication as text: node, number and previous number, then a line of JSON, then the packets of a flush as they are. They are
 * encoded once, by the sender, and neither escaped nor parsed on the way.
 */
export function encodePublication({ node, number, previous, content }: Publication): string {
  const start = `${node} ${number} ${previous}\n`;
  if (content.kind !== 'flush') return `${start}${JSON.stringify(content)}\n`;
  const lengths = content.rooms.map(([room, packets, except]) =>
    except ? [room, lengthsOf(packets), except] : [room, lengthsOf(packets)],
  );
  const head = JSON.stringify({ kind: 'flush', rooms: lengths, marks: content.marks });
  return `${start}${head}\n${content.rooms.map(([, packets]) => packets.join('')).join('')}`;
}

const lengthsOf = (packets: readonly string[]): number[] => packets.map(({ length }) => length);

/** Whether the content of a publication is a heartbeat. */
export const isHeartbeat = (content: Publication['content']): content is Heartbeat =>
  content.kind === 'hello' || content.kind === 'bye';

/** Whether a node published this text itself. */
export const isFrom = (node: string, text: string): boolean => text.startsWith(node);

/** Parses a publication. Returns undefined for anything else, such as a command that only a newer version knows. */
export function decodePublication(text: string): Publication | undefined {
  const startEnd = text.indexOf('\n');
  const headEnd = text.indexOf('\n', startEnd + 1);
  const [node = '', number, previous] = text.slice(0, startEnd).split(' ');
  const content = contentOf(JSON.parse(text.slice(startEnd + 1, headEnd)), text, headEnd + 1);
  return content && { node, number: Number(number), previous: Number(previous), content };
}

function contentOf(head: unknown, text: string, from: number): Publication['content'] | undefined {
  const flush = core.safeParse(headSchema, head);
  if (flush.success) return flushOf(flush.data, text, from);
  const heartbeat = core.safeParse(heartbeatSchema, head);
  return heartbeat.success ? heartbeat.data : readCommand(head);
}

function flushOf({ rooms, marks }: core.output<typeof headSchema>, text: string, from: number): Flush {
  let at = from;
  const packetsOf = (lengths: readonly number[]) =>
    lengths.map((length) => {
      at += length;
      return text.slice(at - length, at);
    });
  return {
    kind: 'flush',
    rooms: rooms.map(([room, lengths, except]) =>
      except ? [room, packetsOf(lengths), except] : [room, packetsOf(lengths)],
    ),
    marks,
  };
}
