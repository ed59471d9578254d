import { createClient } from '../client.ts';
import { readAfter } from './drill-message-store.fixture.ts';
import type { ConfirmedMessage, DrillLedger, ReceivedMessage } from './drill-ledger.fixture.ts';
import type { Participant } from './drill-dataset.fixture.ts';

/** A member without a confirmed message after this time is behind. */
const BEHIND_AFTER_MS = 2000;

/** The stored messages of each conversation, by the name of its place. */
type Stored = ReadonlyMap<string, readonly ReceivedMessage[]>;

/** The result of a drill; all fields except the times should be 0. */
export type DrillJudgement = {
  /** Confirmed, but not stored as confirmed. */
  readonly lost: number;
  readonly lostMessages: readonly string[];
  /** Stored twice, or under two sequences. */
  readonly doubled: number;
  /** Missing sequences. */
  readonly gaps: number;
  /**
   * Messages stored before a message that the same user sent earlier, and events that came after a later message of the same
   * user to a member who did not have them. Events of two users on different nodes may come in either order; sequences order
   * them.
   */
  readonly outOfOrder: number;
  readonly lateEvents: readonly string[];
  /** Events of messages that the member had already, which clients drop. No error. */
  readonly repeatedEvents: number;
  readonly unconfirmed: number;
  /** Confirmed messages that a member lacks at the end, counted per member. */
  readonly missing: number;
  /** The longest time from sending to the confirmation, over all users, and how many waited over 5 s. */
  readonly longestWaitMs: number;
  readonly waitedOver5s: number;
  /** The longest time from a confirmation to the last member. */
  readonly longestDeliveryMs: number;
  /** Time from the end of the fault until no member was behind. */
  readonly caughtUpMs: number;
  /** The longest wait of the messages sent in each second, counted from the end of the fault. */
  readonly waits: Readonly<Record<string, number>>;
};

/** Reads every conversation as one of its members. */
export async function readStored(url: string, participants: readonly Participant[]): Promise<Stored> {
  const client = createClient(url);
  const stored = new Map<string, ReceivedMessage[]>();
  for (const participant of participants) {
    if (stored.has(participant.place.name)) continue;
    const messages: ReceivedMessage[] = [];
    for (;;) {
      const page = await readAfter({ client, ...participant }, messages.at(-1)?.sequence ?? 0);
      messages.push(...page.messages);
      if (!page.has_more) break;
    }
    stored.set(participant.place.name, messages);
  }
  return stored;
}

/** Compares the confirmed messages with the stored ones and with those of each member. */
export function judgeDrill(ledger: DrillLedger, stored: Stored, endedAt: number): DrillJudgement {
  const confirmed = ledger.confirmed();
  const deliveries = ledger.deliveries();
  const waits = confirmed.map(({ pressedAt, confirmedAt }) => confirmedAt - pressedAt);
  const late = deliveries.map(({ message, at = Infinity }) => ({ at, ms: at - message.confirmedAt }));
  const behind = late.filter(({ ms }) => ms > BEHIND_AFTER_MS).map(({ at }) => at - endedAt);
  const all = [...stored.values()];
  const lost = confirmed.filter((message) => !isStored(stored, message));
  return {
    lost: lost.length,
    lostMessages: lost.map(({ place, sequence, id, by }) => `${place}, ${sequence}, ${id}, sent by ${by}`),
    doubled: all.reduce((sum, messages) => sum + countDoubled(messages), 0),
    gaps: all.reduce((sum, messages) => sum + countGaps(messages), 0),
    outOfOrder: countOvertaken(confirmed) + ledger.lateEvents().length,
    lateEvents: ledger.lateEvents(),
    repeatedEvents: ledger.repeatedEvents(),
    unconfirmed: ledger.unconfirmed().length,
    missing: deliveries.filter(({ at }) => at === undefined).length,
    longestWaitMs: highest(waits),
    waitedOver5s: waits.filter((ms) => ms > 5000).length,
    longestDeliveryMs: highest(late.map(({ ms }) => ms)),
    caughtUpMs: highest(behind),
    waits: waitsBySecond(confirmed, endedAt),
  };
}

function waitsBySecond(confirmed: readonly ConfirmedMessage[], endedAt: number): Record<string, number> {
  const waits: Record<string, number> = {};
  for (const { pressedAt, confirmedAt } of confirmed) {
    const second = `second ${Math.floor((pressedAt - endedAt) / 1000)}`;
    waits[second] = Math.max(waits[second] ?? 0, Math.round(confirmedAt - pressedAt));
  }
  return waits;
}

function isStored(stored: Stored, { place, id, sequence, clientMessageId }: ConfirmedMessage): boolean {
  const found = stored.get(place)?.find((message) => message.sequence === sequence);
  return found?._id === id && found.clientMessageId === clientMessageId;
}

/** Counts the messages after the first of each id and of each client id. */
function countDoubled(messages: readonly ReceivedMessage[]): number {
  const ids = new Set(messages.map(({ _id }) => _id));
  const ofClients = messages.flatMap(({ clientMessageId }) => clientMessageId ?? []);
  return messages.length - ids.size + (ofClients.length - new Set(ofClients).size);
}

/** Counts the messages with a lower sequence than one that the same user sent to the conversation before. */
function countOvertaken(confirmed: readonly ConfirmedMessage[]): number {
  const bySender = Map.groupBy(confirmed, ({ by, place }) => `${place} ${by}`);
  let overtaken = 0;
  for (const messages of bySender.values()) {
    let last = 0;
    for (const { sequence } of messages.toSorted((a, b) => a.pressedAt - b.pressedAt)) {
      if (sequence < last) overtaken += 1;
      last = Math.max(last, sequence);
    }
  }
  return overtaken;
}

/** Sequences begin with 1 and have no gaps. */
function countGaps(messages: readonly ReceivedMessage[]): number {
  return messages.filter(({ sequence }, index) => sequence !== index + 1).length;
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
