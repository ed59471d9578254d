import { randomUUID } from 'node:crypto';
import type { DrillLedger, ToldMessage } from './drill-ledger.fixture.ts';

/** The same values as in the web client. */
const CONFIRMATION_MS = 10_000;
const PAUSE_MS = 1000;

type Options = {
  readonly ledger: DrillLedger;
  readonly username: string;
  /** The conversation's name in the ledger. */
  readonly place: string;
  /** Sends on the connection; returns false if there is none. */
  readonly emit: (clientMessageId: string) => boolean;
};

/**
 * Creates a user's queue of unconfirmed messages: sent one at a time with a client id, and again after a reconnection
 * or 10 s.
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
    /** Sends a new message. */
    say: () => {
      const id = randomUUID();
      ledger.press(id, username, place);
      waiting.push(id);
      pump();
    },
    pump,
    /** The connection is lost, with any message in flight. */
    halt,
    confirm: (confirmation: ToldMessage) => {
      ledger.confirm(confirmation);
      if (underWay === undefined || underWay.id !== confirmation.clientMessageId) return;
      clearTimeout(underWay.timer);
      underWay = undefined;
      waiting.shift();
      pump();
    },
    /** The server could not accept the message now. */
    postpone: (clientMessageId: string) => {
      if (underWay?.id === clientMessageId) setTimeout(sendAgain, PAUSE_MS);
    },
    /** The number of retries, and how many of them because no confirmation came on an open connection. */
    counts: () => ({ sentAgain: again, timedOut }),
    close: () => clearTimeout(underWay?.timer),
  };
}
