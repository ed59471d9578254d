import type { Shape } from '../fan-out/fan-out.types.ts';

/** Messages in flight per sender under full load. */
const IN_FLIGHT = 5;

type Crowd = Omit<Shape, 'mode'>;

const ROOMS: Crowd = { rooms: 10, membersPerRoom: 100, sendersPerRoom: 5 };
const LARGE_ROOM: Crowd = { rooms: 1, membersPerRoom: 1000, sendersPerRoom: 20 };
/** Both users send; with two nodes each is on a different one. */
const PAIRS: Crowd = { rooms: 100, membersPerRoom: 2, sendersPerRoom: 2, isPrivate: true };

/** Shapes measured on one node and on two. */
export const clusterShapes: readonly Shape[] = [
  full(ROOMS),
  full(LARGE_ROOM),
  full(PAIRS),
  calm(ROOMS, 300),
  calm(LARGE_ROOM, 30),
  calm(PAIRS, 300),
];

function full(crowd: Crowd): Shape {
  return { ...crowd, mode: { kind: 'full', inFlight: IN_FLIGHT } };
}

function calm(crowd: Crowd, perSecond: number): Shape {
  return { ...crowd, mode: { kind: 'calm', perSecond } };
}
