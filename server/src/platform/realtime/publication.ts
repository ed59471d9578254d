import { core, z } from 'zod';
import type { Packet } from './packet-frames.ts';
import { readRevocation, type RoomCommand } from './room-commands.ts';

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

/** Where the start and the payload of a packet are among those of the publication. */
const place = z.tuple([z.number(), z.number()]);

const headSchema = z.object({
  kind: z.literal('flush'),
  /** How packets start: their type and event. */
  starts: z.array(z.string()),
  /** The lengths of the payloads, which follow the head. */
  lengths: z.array(z.number()),
  rooms: z.array(z.tuple([z.string(), z.array(place), z.optional(z.array(z.array(z.string())))])),
  marks: z.optional(z.array(z.tuple([z.string(), z.number()]))),
});

const heartbeatSchema = z.object({ kind: z.enum(['hello', 'bye']), lost: z.number() });

/**
 * Returns a publication as text: node, number and previous number, then a line of JSON, then the payloads of a flush as they are. A payload
 * is encoded once, by the sender, and neither escaped nor parsed on the way. It is there once if two rooms get the same in the same order: a
 * message goes to the open chats and, as another event, to the main screens of its recipient (CL-02).
 */
export function encodePublication({ node, number, previous, content }: Publication): string {
  const start = `${node} ${number} ${previous}\n`;
  if (content.kind !== 'flush') return `${start}${JSON.stringify(content)}\n`;
  const starts: string[] = [];
  const payloads: string[] = [];
  let former: readonly Place[] = [];
  const placesOf = (packets: readonly Packet[]) =>
    (former = packets.map((packet, index): Place => {
      const known = former[index]?.[1];
      const isSame = known !== undefined && payloads[known] === packet.payload;
      return [placeIn(starts, packet.start), isSame ? known : payloads.push(packet.payload) - 1];
    }));
  const rooms = content.rooms.map(([room, packets, except]) =>
    except ? [room, placesOf(packets), except] : [room, placesOf(packets)],
  );
  const lengths = payloads.map(({ length }) => length);
  const head = { kind: 'flush', starts, lengths, rooms, marks: content.marks };
  return `${start}${JSON.stringify(head)}\n${payloads.join('')}`;
}

type Place = readonly [start: number, payload: number];

/** Returns the place of a text in a short table, where it is added if it is new. */
function placeIn(table: string[], text: string): number {
  const known = table.indexOf(text);
  return known === -1 ? table.push(text) - 1 : known;
}

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
  return heartbeat.success ? heartbeat.data : readRevocation(head);
}

function flushOf(
  { starts, lengths, rooms, marks }: core.output<typeof headSchema>,
  text: string,
  from: number,
): Flush {
  let at = from;
  const payloads = lengths.map((length) => {
    at += length;
    return text.slice(at - length, at);
  });
  const packetsOf = (places: readonly (readonly [number, number])[]) =>
    places.map(([start, payload]): Packet => ({
      start: starts[start] ?? '',
      payload: payloads[payload] ?? '',
    }));
  return {
    kind: 'flush',
    rooms: rooms.map(([room, places, except]) =>
      except ? [room, packetsOf(places), except] : [room, packetsOf(places)],
    ),
    marks,
  };
}
