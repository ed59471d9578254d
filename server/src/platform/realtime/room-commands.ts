import { core, z } from 'zod';

/** A command that changes the rooms whose events a user receives: joins a room, leaves one, or disconnects. */
export type Revocation = {
  /** Set where it is sent on several channels. */
  readonly id?: string | undefined;
} & (
  | { readonly kind: 'join'; readonly userRoom: string; readonly room: string }
  | { readonly kind: 'leave'; readonly userRoom: string; readonly room: string }
  | { readonly kind: 'disconnect'; readonly room: string; readonly last?: string | undefined }
);

/**
 * A command that a node applies to its own connections and sends to others. Packets are encoded once, by the sender.
 */
export type RoomCommand =
  | {
      readonly kind: 'flush';
      /**
       * `except` has the same length as `packets`: rooms whose connections don't get the packet. Absent when there
       * are none.
       */
      readonly rooms: readonly (readonly [
        room: string,
        packets: readonly string[],
        except?: readonly (readonly string[])[] | undefined,
      ])[];
      /** Delivery marks of rooms. */
      readonly marks?: readonly (readonly [room: string, mark: number])[] | undefined;
    }
  | Revocation;

const id = z.optional(z.string());

const commandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('flush'),
    rooms: z.array(z.tuple([z.string(), z.array(z.string()), z.optional(z.array(z.array(z.string())))])),
    marks: z.optional(z.array(z.tuple([z.string(), z.number()]))),
  }),
  z.object({ kind: z.literal('join'), id, userRoom: z.string(), room: z.string() }),
  z.object({ kind: z.literal('leave'), id, userRoom: z.string(), room: z.string() }),
  z.object({ kind: z.literal('disconnect'), id, room: z.string(), last: z.optional(z.string()) }),
]);

/** Parses a command of another node. Returns undefined for anything else, such as a command of a newer version. */
export function readCommand(value: unknown): RoomCommand | undefined {
  const parsed = core.safeParse(commandSchema, value);
  return parsed.success ? parsed.data : undefined;
}
