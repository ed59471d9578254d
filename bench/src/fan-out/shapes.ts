import type { Shape } from './fan-out.types.ts';

/** Messages in flight per sender under full load. */
const IN_FLIGHT = 5;

/** What the embedded engine has to reach of each goal at full load. */
export const EMBEDDED_SHARE = 0.85;

/**
 * Full load: minimum ratios to the reference and to the floor, and maximum ratios of latency. Light load: maximum ratio, plus
 * a number of commits. They are for PostgreSQL; the embedded engine has to reach `EMBEDDED_SHARE` of those at full load.
 */
export type Goals =
  | {
      readonly kind: 'full';
      readonly confirmed: number;
      /** Deliveries per second of server CPU. */
      readonly efficiency: number;
      /** Confirmed messages, of the floor's. */
      readonly ofFloor?: number;
      readonly p99?: number;
    }
  | { readonly kind: 'calm'; readonly p99: number; readonly commitsOnP50: number };

type Room = Omit<Shape, 'mode'>;

/** Private chats in which both users send. */
const PAIRS: Room = { rooms: 100, membersPerRoom: 2, sendersPerRoom: 2, isPrivate: true };

/** The measured shapes and their goals. */
export const plannedShapes: readonly { readonly shape: Shape; readonly goals: Goals }[] = [
  full({ rooms: 100, membersPerRoom: 10, sendersPerRoom: 1 }, 1.5, { efficiency: 1.2, p99: 1 }),
  full({ rooms: 10, membersPerRoom: 100, sendersPerRoom: 5 }, 5, { efficiency: 8, ofFloor: 0.8 }),
  full({ rooms: 1, membersPerRoom: 1000, sendersPerRoom: 20 }, 9, { efficiency: 14, ofFloor: 0.8 }),
  calm({ rooms: 10, membersPerRoom: 100, sendersPerRoom: 5 }, 300),
  calm({ rooms: 1, membersPerRoom: 1000, sendersPerRoom: 20 }, 30),
  full(PAIRS, 1.5, { efficiency: 1.3 }),
  calm(PAIRS, 300),
];

function full(
  room: Room,
  confirmed: number,
  goals: Omit<Extract<Goals, { kind: 'full' }>, 'kind' | 'confirmed'>,
) {
  const shape: Shape = { ...room, mode: { kind: 'full', inFlight: IN_FLIGHT } };
  return { shape, goals: { kind: 'full', confirmed, ...goals } as const };
}

function calm(room: Room, perSecond: number) {
  const shape: Shape = { ...room, mode: { kind: 'calm', perSecond } };
  const goals: Goals = { kind: 'calm', p99: 1.5, commitsOnP50: 2 };
  return { shape, goals };
}

/** Returns the name of a shape, for example `10 x 100 calm` or `100 pairs full`. */
export function nameOf({ rooms, membersPerRoom, mode, isPrivate }: Shape): string {
  if (isPrivate) return `${rooms} pairs ${mode.kind}`;
  return `${rooms} x ${membersPerRoom} ${mode.kind}`;
}
