import type { SoakAction } from './soak.types.ts';

/**
 * Hourly rate per user of each action, modelled on a lively evening: a room message every two minutes, a private one
 * every four, a page every half minute or so, a new connection every ten minutes.
 */
export const HOURLY: Readonly<Record<SoakAction, number>> = {
  'room messages': 30,
  'private messages': 15,
  typing: 30,
  reconnects: 6,
  'feed pages': 20,
  'directory pages': 10,
  'conversation pages': 20,
  'history pages': 20,
  gifts: 2,
  likes: 6,
  photos: 0.1,
  'wrong logins': 0.5,
  logins: 0.5,
};

/** Returns the rate per second of an action for this many users at a multiple of the normal rate. */
export function perSecond(action: SoakAction, people: number, pace: number): number {
  return (HOURLY[action] * people * pace) / 3600;
}
