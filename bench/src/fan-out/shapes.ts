import type { ContenderName } from '../contenders/contender.types.ts';
import type { Shape } from './fan-out.types.ts';

/** Messages in flight per sender under full load. */
const IN_FLIGHT = 5;

type OwnName = Extract<ContenderName, 'embedded' | 'postgres'>;

/** Full load: minimum ratio to the reference. Light load: maximum ratio, plus a number of commits. */
export type Goals =
  | {
      readonly kind: 'full';
      readonly confirmed: Readonly<Record<OwnName, number>>;
      /** Deliveries per second of server CPU. */
      readonly efficiency: number;
    }
  | { readonly kind: 'calm'; readonly p99: number; readonly commitsOnP50: number };

type Room = Omit<Shape, 'mode'>;

/** Private chats in which both users send. */
const PAIRS: Room = { rooms: 100, membersPerRoom: 2, sendersPerRoom: 2, isPrivate: true };

/** The measured shapes and their goals. */
export const plannedShapes: readonly { readonly shape: Shape; readonly goals: Goals }[] = [
  full({ rooms: 100, membersPerRoom: 10, sendersPerRoom: 1 }, { postgres: 1.0, embedded: 0.9 }, 1.2),
  full({ rooms: 10, membersPerRoom: 100, sendersPerRoom: 5 }, { postgres: 5, embedded: 4 }, 8),
  full({ rooms: 1, membersPerRoom: 1000, sendersPerRoom: 20 }, { postgres: 9, embedded: 8 }, 14),
  calm({ rooms: 10, membersPerRoom: 100, sendersPerRoom: 5 }, 300),
  calm({ rooms: 1, membersPerRoom: 1000, sendersPerRoom: 20 }, 30),
  full(PAIRS, { postgres: 0.8, embedded: 0.6 }, 1.3),
  calm(PAIRS, 300),
];

function full(room: Room, confirmed: Readonly<Record<OwnName, number>>, efficiency: number) {
  const shape: Shape = { ...room, mode: { kind: 'full', inFlight: IN_FLIGHT } };
  const goals: Goals = { kind: 'full', confirmed, efficiency };
  return { shape, goals };
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
