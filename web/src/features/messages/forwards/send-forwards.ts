import type { ForwardPlace } from '@adda/contract/messages';
import { api, type CallOutput } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/api-error.ts';

/** Most times that a message waits because rooms take one message a second from a user. */
const MOST_WAITS = 5;

type Stored = CallOutput<'POST /messages/:id/forward'>;

type Forwarding = {
  readonly ids: readonly string[];
  readonly to: readonly ForwardPlace[];
  /** The same for each attempt of one choice of messages, so that none is sent twice. */
  readonly key: string;
  /** Called with the number of messages that were sent. */
  readonly onProgress: (sent: number) => void;
  /** Stops before the next message. */
  readonly signal: AbortSignal;
};

async function forwardOne(id: string, forwarding: Forwarding, waits = 0): Promise<Stored> {
  const { to, key, signal } = forwarding;
  try {
    const body = { to: [...to], forward_key: key };
    return await api('POST /messages/:id/forward', { params: { id }, body, landing: '/error' });
  } catch (error) {
    const isEarly = error instanceof ApiError && error.code === 'sending_too_fast';
    if (!isEarly || waits >= MOST_WAITS || signal.aborted) throw error;
    const seconds = error.retryAfterSeconds ?? 1;
    await new Promise((resolve) => {
      setTimeout(resolve, seconds * 1000);
    });
    return forwardOne(id, forwarding, waits + 1);
  }
}

/** Forwards messages in their order, each to all places (FT-06). Returns the last response. Throws ApiError. */
export async function sendForwards(forwarding: Forwarding): Promise<Stored['messages']> {
  let last: Stored['messages'] = [];
  for (const [index, id] of forwarding.ids.entries()) {
    forwarding.signal.throwIfAborted();
    last = (await forwardOne(id, forwarding)).messages;
    forwarding.onProgress(index + 1);
  }
  return last;
}
