import { core, z } from 'zod';
import type { Packet } from './packet-frames.ts';

/** A command that changes the rooms whose events a user receives: joins a room, leaves one, or disconnects. */
export type Revocation = {
  /** Set where it is sent on several channels. */
  readonly id?: string | undefined;
} & (
  | { readonly kind: 'join'; readonly userRoom: string; readonly room: string }
  | { readonly kind: 'leave'; readonly userRoom: string; readonly room: string }
  | { readonly kind: 'disconnect'; readonly room: string; readonly last?: Packet | undefined }
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
        packets: readonly Packet[],
        except?: readonly (readonly string[])[] | undefined,
      ])[];
      /** Delivery marks of rooms. */
      readonly marks?: readonly (readonly [room: string, mark: number])[] | undefined;
    }
  | Revocation;

const id = z.optional(z.string());
const packet = z.object({ start: z.string(), payload: z.string() });

const revocationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('join'), id, userRoom: z.string(), room: z.string() }),
  z.object({ kind: z.literal('leave'), id, userRoom: z.string(), room: z.string() }),
  z.object({ kind: z.literal('disconnect'), id, room: z.string(), last: z.optional(packet) }),
]);

/** Parses a revocation of another node. Returns undefined for anything else, such as a command of a newer version. */
export function readRevocation(value: unknown): Revocation | undefined {
  const parsed = core.safeParse(revocationSchema, value);
  return parsed.success ? parsed.data : undefined;
}
