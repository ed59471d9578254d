import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../client.ts';
import type { DrillLedger, ReceivedMessage } from './drill-ledger.fixture.ts';
import type { DrillPlace } from './drill-person.fixture.ts';

const PAGE = 200;
const RETRY_MS = 1000;
/** A message still missing after this time, or up to twice that, is requested; the web client uses the same value. */
const GAP_WAIT_MS = 500;

type Open = {
  readonly client: Client;
  readonly ledger: DrillLedger;
  readonly place: DrillPlace;
  readonly person: { readonly username: string; readonly token: string };
};

/** The messages of a conversation that one client holds. */
export type DrillMessageStore = {
  /** Stores the message of an event; requests missing earlier ones if a gap persists. */
  readonly take: (message: ReceivedMessage) => void;
  /** Requests the messages after the newest one without a gap; one request at a time. */
  readonly catchUp: () => void;
  /** The number of sync requests, and the number of messages that only they delivered. */
  readonly counts: () => { readonly questions: number; readonly brought: number };
  readonly close: () => void;
};

/** Reads one page of a conversation after a sequence. */
export async function readAfter({ client, place, person }: Omit<Open, 'ledger'>, after: number) {
  const range = { after_sequence: after, limit: PAGE };
  if (!('groupId' in place)) {
    const query = { recipient: place.recipient, ...range };
    return (await client('GET /chat/messages', { query }, person)).data;
  }
  const query = { group_id: place.groupId, ...range };
  return (await client('GET /groupchat/group-messages', { query }, person)).data;
}

/** Opens an empty store; a conversation begins with sequence 1. */
export function createMessageStore(open: Open): DrillMessageStore {
  const { ledger, place, person } = open;
  const ahead = new Set<number>();
  const counts = { questions: 0, brought: 0 };
  let checkedTo = 0;
  let isAsking = false;
  let isDue = false;
  const end = new AbortController();
  const isClosed = () => end.signal.aborted;

  function hold(message: ReceivedMessage): boolean {
    ledger.see(place.name, person.username, message);
    const isNew = message.sequence > checkedTo && !ahead.has(message.sequence);
    if (isNew) ahead.add(message.sequence);
    while (ahead.delete(checkedTo + 1)) checkedTo += 1;
    return isNew;
  }

  async function ask(): Promise<boolean> {
    counts.questions += 1;
    const page = await readAfter(open, checkedTo);
    for (const message of page.messages) if (hold(message)) counts.brought += 1;
    return page.has_more;
  }

  async function askAll(): Promise<void> {
    isAsking = true;
    while (isDue && !isClosed()) {
      isDue = false;
      try {
        isDue = (await ask()) || isDue;
      } catch {
        // The web client repeats the request on the next event or poll; this client after a second.
        await delay(RETRY_MS);
        isDue = true;
      }
    }
    isAsking = false;
  }

  function catchUp(): void {
    isDue = true;
    if (!isAsking) void askAll();
  }

  return {
    take: (message) => {
      hold(message);
      const noticed = checkedTo;
      if (ahead.size === 0) return;
      const look = () => {
        if (ahead.size > 0 && checkedTo === noticed && !isAsking) catchUp();
      };
      setTimeout(look, GAP_WAIT_MS * (1 + Math.random()));
    },
    catchUp,
    counts: () => counts,
    close: () => end.abort(),
  };
}
