import { core, z } from 'zod';

/** A command about what somebody gets from now on: a room less or more, or nothing at all any more. */
export type Revocation =
  | { readonly kind: 'join'; readonly userRoom: string; readonly room: string }
  | { readonly kind: 'leave'; readonly userRoom: string; readonly room: string }
  | { readonly kind: 'disconnect'; readonly room: string; readonly last?: string | undefined };

/** What a node does to its own connections and asks of the other nodes; packets are encoded once, by the sender. */
export type RoomCommand =
  | {
      readonly kind: 'flush';
      /** `except` is as long as `packets`: rooms whose connections don't get the packet; left out where it is for all. */
      readonly rooms: readonly (readonly [
        room: string,
        packets: readonly string[],
        except?: readonly (readonly string[])[] | undefined,
      ])[];
      /** How far some of the rooms are told by this. */
      readonly marks?: readonly (readonly [room: string, mark: number])[] | undefined;
    }
  | Revocation;

const commandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('flush'),
    rooms: z.array(z.tuple([z.string(), z.array(z.string()), z.optional(z.array(z.array(z.string())))])),
    marks: z.optional(z.array(z.tuple([z.string(), z.number()]))),
  }),
  z.object({ kind: z.literal('join'), userRoom: z.string(), room: z.string() }),
  z.object({ kind: z.literal('leave'), userRoom: z.string(), room: z.string() }),
  z.object({ kind: z.literal('disconnect'), room: z.string(), last: z.optional(z.string()) }),
]);

/** Reads a command that another node sent; undefined for anything else, such as one of a newer version. */
export function readCommand(value: unknown): RoomCommand | undefined {
  const parsed = core.safeParse(commandSchema, value);
  return parsed.success ? parsed.data : undefined;
}
