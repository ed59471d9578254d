import { GROUP_SEND_INTERVAL_MS } from '@adda/contract/rooms';
import {
  afterRefusal,
  EDIT_ROUTE,
  editCall,
  entryKey,
  isMessage,
  isRequest,
  mayRetryStatus,
  openOutboxStore,
  outboxLock,
  REACTION_ROUTE,
  reactionCall,
  type Delivery,
  type OutboxMessage,
  type OutboxRequest,
  type OutboxStore,
} from '../features/messages/outbox/index.ts';
import { placeOfKey } from '../platform/conversation-place.ts';
import { deviceState, type DeviceSession } from '../platform/device-state.ts';
import { connectOutbox, type OutboxSocket } from './outbox-socket.ts';
import { callAs, currentSession, type Answer } from './worker-calls.ts';

/** A page that is open but not connected gives up the lock within this time, in ms; a page that is connected sends itself. */
const YIELDED_WITHIN_MS = 2000;

/** The worker waits for the next message at most this long, in ms; after a longer refusal the browser starts it again later. */
const LONGEST_PAUSE_MS = 10_000;

/** Number of tries of one message in one run. */
const MOST_TRIES = 3;

/** An outbox that the worker sends. `isHeld` is false once a page has taken it over. */
type Held = {
  readonly account: string;
  readonly conversationId: string;
  readonly store: OutboxStore;
  readonly isHeld: () => boolean;
};

/** `over`: another account, or none, is logged in. */
type SessionNow = DeviceSession | 'over' | 'unreachable';

async function sessionOf(account: string): Promise<SessionNow> {
  const held = await deviceState.get('session');
  if (held?.account !== account) return 'over';
  const session = await currentSession();
  if (!session) return 'unreachable';
  return session.account === account ? session : 'over';
}

const pause = (forMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, forMs);
  });

const remove = (store: OutboxStore, key: string): Promise<void> =>
  store.change((entries) => entries.filter((entry) => entryKey(entry) !== key));

const patch = (store: OutboxStore, key: string, change: Partial<Delivery>): Promise<void> =>
  store.change((entries) =>
    entries.map((entry) => (entryKey(entry) === key ? { ...entry, ...change } : entry)),
  );

/** The next message that waits; read anew each time, because a page may have removed it, or a log-out all of them. */
const nextMessage = async ({ store }: Held): Promise<OutboxMessage | undefined> =>
  (await store.load()).filter(isMessage).find(({ state }) => state === 'queued');

/** Sends one message. Resolves with the time until the next, in ms; undefined if the rest must wait for another run. */
async function sendOne(
  { store, conversationId }: Held,
  socket: OutboxSocket,
  entry: OutboxMessage,
): Promise<number | undefined> {
  const { clientMessageId: key } = entry;
  const tries = entry.tries + 1;
  await patch(store, key, { tries, sentAt: Date.now(), detail: undefined, code: undefined });
  const result = await socket.send({ ...entry, tries });
  if (result === 'lost') return undefined;
  if (result === 'stored') await remove(store, key);
  const { patch: change, pauseMs = 0 } =
    result === 'stored' ? { patch: {} } : afterRefusal({ tries }, result);
  if (result !== 'stored') await patch(store, key, change);
  const interval = conversationId.startsWith('@') ? 0 : GROUP_SEND_INTERVAL_MS;
  return pauseMs > LONGEST_PAUSE_MS ? undefined : Math.max(interval, pauseMs);
}

/** Marks all messages that wait as refused: the conversation accepts none. */
const refuseAll = (store: OutboxStore, { code, detail }: { code: string; detail: string }): Promise<void> =>
  store.change((entries) =>
    entries.map((entry) =>
      isMessage(entry) && entry.state === 'queued' ? { ...entry, state: 'failed', detail, code } : entry,
    ),
  );

/** Sends messages in the order of writing, over one connection. Resolves with whether nothing is left for another run. */
async function sendMessages(held: Held): Promise<boolean> {
  const { account, store, isHeld } = held;
  const tried = new Map<string, number>();
  let socket: OutboxSocket | undefined;
  let waitMs = 0;
  try {
    // One after the other: the order counts.
    /* oxlint-disable no-await-in-loop */
    for (let entry = await nextMessage(held); entry && isHeld(); entry = await nextMessage(held)) {
      const { clientMessageId: key } = entry;
      const count = (tried.get(key) ?? 0) + 1;
      if (count > MOST_TRIES) return false;
      tried.set(key, count);
      if (waitMs > 0) await pause(waitMs);
      const session = await sessionOf(account);
      if (session === 'over') return true;
      if (session === 'unreachable') return false;
      if (!socket) {
        const opened = await connectOutbox(placeOfKey(held.conversationId), session);
        if (opened === 'lost') return false;
        if ('code' in opened) {
          await refuseAll(store, opened);
          return true;
        }
        socket = opened;
      }
      if (!isHeld()) return true;
      const next = await sendOne(held, socket, entry);
      if (next === undefined) return false;
      waitMs = next;
    }
    /* oxlint-enable no-await-in-loop */
    return true;
  } finally {
    socket?.close();
  }
}

function callOf(session: DeviceSession, entry: OutboxRequest): Promise<Answer> {
  const [route, { params, body }] =
    entry.kind === 'edit' ? [EDIT_ROUTE, editCall(entry)] : [REACTION_ROUTE, reactionCall(entry)];
  const [method = '', path = ''] = route.split(' ');
  return callAs(session, { method, path: path.replace(':id', encodeURIComponent(params.id)), body });
}

/** Sends reactions and edits in the order of writing. Resolves with whether nothing is left for another run. */
async function sendRequests({ account, store, isHeld }: Held): Promise<boolean> {
  const next = async () => (await store.load()).filter(isRequest).find(({ state }) => state === 'queued');
  /* oxlint-disable no-await-in-loop */
  for (let entry = await next(); entry && isHeld(); entry = await next()) {
    const session = await sessionOf(account);
    if (session === 'over') return true;
    if (session === 'unreachable') return false;
    const { key, tries } = entry;
    await patch(store, key, { tries: tries + 1, sentAt: Date.now() });
    const { status, body } = await callOf(session, entry);
    if (mayRetryStatus(status)) return false;
    const isRefusedEdit = status >= 400 && entry.kind === 'edit';
    // The words of a refused edit return to the input, when the conversation is open again.
    if (isRefusedEdit)
      await patch(store, key, { state: 'failed', detail: String(Object(body).detail ?? '') });
    else await remove(store, key);
  }
  /* oxlint-enable no-await-in-loop */
  return true;
}

/**
 * Works under the lock that a page holds while it sends this outbox. Skipped, with `true`, if a connected page holds it. A page in which
 * the user writes takes it away at any time.
 */
async function underLock(
  name: string,
  askToYield: () => void,
  work: (isHeld: () => boolean) => Promise<boolean>,
): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return work(() => true);
  let isHeld = true;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), YIELDED_WITHIN_MS);
  const granted = locks.request(name, { signal: waiting.signal }, () => {
    clearTimeout(timer);
    return work(() => isHeld);
  });
  askToYield();
  try {
    return await granted;
  } catch (error) {
    isHeld = false;
    if (Object(error).name === 'AbortError') return true; // a page sends it
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends what waits in one conversation's outbox of an account: messages, reactions and edits, as its page would (PN-01, R-03). Resolves
 * with whether nothing is left that another run could send: false if the server can't be reached, or asks for more patience.
 */
export async function drainOutbox(account: string, conversationId: string): Promise<boolean> {
  const store = openOutboxStore(account, conversationId);
  try {
    return await underLock(outboxLock(account, conversationId), store.askToYield, async (isHeld) => {
      const held = { account, conversationId, store, isHeld };
      const areSent = await sendMessages(held);
      const areStored = await sendRequests(held);
      return areSent && areStored;
    });
  } finally {
    store.close();
  }
}
