import { setTimeout as delay } from 'node:timers/promises';
import type { Participant } from './drill-dataset.fixture.ts';
import type { DrillLedger } from './drill-ledger.fixture.ts';
import type { DrillPerson } from './drill-person.fixture.ts';

const TICK_MS = 20;
const LOOK_EVERY_MS = 200;

/** Returns the usernames of the members of each conversation, by its name. */
export function membersOf(participants: readonly Participant[]): Map<string, string[]> {
  const members = new Map<string, string[]>();
  for (const { place, person } of participants) {
    members.set(place.name, [...(members.get(place.name) ?? []), person.username]);
  }
  return members;
}

/** Sends messages of all users in turn, at an even rate. Returns a function that stops it. */
export function startSending(people: readonly DrillPerson[], perSecond: number): () => void {
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; sent < due; sent += 1) people[sent % people.length]?.sendNext();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** Resolves when all messages are confirmed and delivered, or after the time limit: the evaluation reports the missing ones. */
export async function untilAllDelivered(ledger: DrillLedger, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (ledger.unconfirmed().length === 0 && ledger.missing().length === 0) return;
    await delay(LOOK_EVERY_MS);
  }
}
