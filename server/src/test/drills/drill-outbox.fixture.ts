import { randomUUID } from 'node:crypto';
import type { DrillLedger, ToldMessage } from './drill-ledger.fixture.ts';

/** As the web client has them. */
const CONFIRMATION_MS = 10_000;
const PAUSE_MS = 1000;

type Options = {
  readonly ledger: DrillLedger;
  readonly username: string;
  /** The conversation's name in the ledger. */
  readonly place: string;
  /** Sends on the connection; false while there is none. */
  readonly emit: (clientMessageId: string) => boolean;
};

/**
 * What one person has said and the server has not confirmed: sent one at a time with an id of its own, and again after a
 * new connection or 10 s.
 */
export function createDrillOutbox({ ledger, username, place, emit }: Options) {
  const waiting: string[] = [];
  let underWay: { readonly id: string; readonly timer: NodeJS.Timeout } | undefined;
  let again = 0;
  let timedOut = 0;

  function pump(): void {
    const [id] = waiting;
    if (id === undefined || underWay || !emit(id)) return;
    underWay = { id, timer: setTimeout(giveUp, CONFIRMATION_MS) };
  }
  function halt(): void {
    if (underWay) again += 1;
    clearTimeout(underWay?.timer);
    underWay = undefined;
  }
  function giveUp(): void {
    timedOut += 1;
    sendAgain();
  }
  function sendAgain(): void {
    halt();
    pump();
  }

  return {
    /** Presses Send. */
    say: () => {
      const id = randomUUID();
      ledger.press(id, username, place);
      waiting.push(id);
      pump();
    },
    pump,
    /** The connection is gone, and with it what was on its way. */
    halt,
    confirm: (confirmation: ToldMessage) => {
      ledger.confirm(confirmation);
      if (underWay === undefined || underWay.id !== confirmation.clientMessageId) return;
      clearTimeout(underWay.timer);
      underWay = undefined;
      waiting.shift();
      pump();
    },
    /** The server could not take it now. */
    postpone: (clientMessageId: string) => {
      if (underWay?.id === clientMessageId) setTimeout(sendAgain, PAUSE_MS);
    },
    /** How often something was sent again, and how often because no answer came on a connection that stayed. */
    counts: () => ({ sentAgain: again, timedOut }),
    close: () => clearTimeout(underWay?.timer),
  };
}
