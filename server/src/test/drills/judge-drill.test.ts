import { describe, expect, it } from 'vitest';
import { createDrillLedger, type ReceivedMessage } from './drill-ledger.fixture.ts';
import { judgeDrill } from './judge-drill.fixture.ts';

const PLACE = 'room 0';

const message = (sequence: number): ReceivedMessage => ({
  _id: `m${sequence}`,
  sequence,
  clientMessageId: `c${sequence}`,
});

/** Records `count` messages of one of two users, confirmed and received by both. */
function talk(count: number) {
  const ledger = createDrillLedger(new Map([[PLACE, ['ann', 'ben']]]));
  const messages = Array.from({ length: count }, (_, index) => message(index + 1));
  for (const message of messages) {
    ledger.press(message.clientMessageId ?? '', 'ann', PLACE);
    ledger.confirm(message);
    ledger.see(PLACE, 'ann', message);
    ledger.see(PLACE, 'ben', message);
  }
  return { ledger, messages };
}

const judged = (ledger: ReturnType<typeof talk>['ledger'], stored: readonly ReceivedMessage[]) =>
  judgeDrill(ledger, new Map([[PLACE, stored]]), performance.now());

describe('the evaluation of a drill', () => {
  it('finds nothing if all is correct, however often a message was received', () => {
    const { ledger, messages } = talk(3);
    for (const message of messages) ledger.see(PLACE, 'ben', message);
    ledger.confirm(message(2));
    expect(judged(ledger, messages)).toMatchObject({
      lost: 0,
      doubled: 0,
      gaps: 0,
      outOfOrder: 0,
      unconfirmed: 0,
      missing: 0,
      caughtUpMs: 0,
    });
    expect(ledger.faults()).toEqual([]);
  });

  it('R-01: finds a confirmed message that is not stored', () => {
    const { ledger, messages } = talk(3);
    expect(judged(ledger, messages.slice(0, 2))).toMatchObject({ lost: 1 });
  });

  it('R-03: finds a message that is stored twice, and one confirmed with two ids', () => {
    const { ledger, messages } = talk(2);
    const twice = { ...message(3), clientMessageId: 'c1' };
    expect(judged(ledger, [...messages, twice])).toMatchObject({ doubled: 1 });
    ledger.confirm(twice);
    expect(ledger.faults()).toHaveLength(1);
  });

  it('R-02: finds a skipped sequence, and a message received with two sequences', () => {
    const { ledger } = talk(1);
    expect(judged(ledger, [message(1), message(3)])).toMatchObject({ gaps: 1 });
    ledger.see(PLACE, 'ben', { ...message(1), sequence: 2 });
    expect(ledger.faults()).toHaveLength(1);
  });

  it('R-02: finds messages of a user that overtook each other, where they are stored and on a connection', () => {
    const { ledger, messages } = talk(2);
    ledger.press('c4', 'ann', PLACE);
    ledger.press('c3', 'ann', PLACE);
    ledger.press('c5', 'ben', PLACE);
    for (const n of [3, 4, 5]) ledger.confirm(message(n));
    const outcome = () => judged(ledger, [...messages, message(3), message(4), message(5)]);
    expect(outcome()).toMatchObject({ outOfOrder: 1 });
    const hear = (connection: string, ...numbers: readonly number[]) => {
      for (const n of numbers) ledger.hear(PLACE, 'ben', connection, message(n));
    };
    hear('connection 1', 1, 2, 5, 3);
    hear('connection 2', 2);
    expect(outcome()).toMatchObject({ outOfOrder: 1, repeatedEvents: 3 });
    hear('connection 1', 2, 4, 3);
    expect(outcome()).toMatchObject({ outOfOrder: 2, repeatedEvents: 4 });
    ledger.see(PLACE, 'ben', message(3));
    hear('connection 1', 3);
    expect(outcome()).toMatchObject({ outOfOrder: 2, repeatedEvents: 5 });
  });

  it('R-04: finds a member without a message, and a message that was never confirmed', () => {
    const { ledger, messages } = talk(2);
    ledger.press('c3', 'ben', PLACE);
    expect(judged(ledger, messages)).toMatchObject({ unconfirmed: 1, missing: 0 });
    ledger.confirm(message(3));
    ledger.see(PLACE, 'ben', message(3));
    const outcome = judged(ledger, [...messages, message(3)]);
    expect(outcome).toMatchObject({ unconfirmed: 0, missing: 1 });
    expect(outcome.caughtUpMs).toBe(Infinity);
  });
});
