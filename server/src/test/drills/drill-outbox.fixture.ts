import { randomUUID } from 'node:crypto';
import type { DrillLedger, ReceivedMessage } from './drill-ledger.fixture.ts';

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
  let inFlight: { readonly id: string; readonly timer: NodeJS.Timeout } | undefined;
  let retries = 0;
  let timedOut = 0;

  function pump(): void {
    const [id] = waiting;
    if (id === undefined || inFlight || !emit(id)) return;
    inFlight = { id, timer: setTimeout(giveUp, CONFIRMATION_MS) };
  }
  function halt(): void {
    if (inFlight) retries += 1;
    clearTimeout(inFlight?.timer);
    inFlight = undefined;
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
    sendNext: () => {
      const id = randomUUID();
      ledger.press(id, username, place);
      waiting.push(id);
      pump();
    },
    pump,
    /** The connection is lost, with any message in flight. */
    halt,
    confirm: (confirmation: ReceivedMessage) => {
      ledger.confirm(confirmation);
      if (inFlight === undefined || inFlight.id !== confirmation.clientMessageId) return;
      clearTimeout(inFlight.timer);
      inFlight = undefined;
      waiting.shift();
      pump();
    },
    /** The server could not accept the message now. */
    postpone: (clientMessageId: string) => {
      if (inFlight?.id === clientMessageId) setTimeout(sendAgain, PAUSE_MS);
    },
    /** The number of retries, and how many of them because no confirmation came on an open connection. */
    counts: () => ({ resent: retries, timedOut }),
    close: () => clearTimeout(inFlight?.timer),
  };
}
