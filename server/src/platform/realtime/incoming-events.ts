import { RECONNECT_BLOCK_SECONDS, REFUSED_EVENTS } from '@adda/contract/platform';
import { core } from 'zod';
import { noteSecurityEvent } from '../logging/security-log.ts';
import { noteRefusal } from '../logging/security-refusals.ts';
import type { TokenBuckets } from '../limits/token-buckets.ts';
import type { ErrorPayload } from './error-event.ts';
import { describeError, platformError } from './error-event.ts';
import { EventQueue, type QueueOwner, type Settling } from './event-queue.ts';
import type { Connection, RealtimeLogger, ServerSpec } from './realtime.types.ts';

/** The connection whose events are processed. */
export type EventSource<Identity, Outgoing extends object> = {
  readonly connection: Connection<Identity, Outgoing>;
  /** The user whose budgets its events use. */
  readonly person: string;
  sendError(error: ErrorPayload): void;
  /** Called when the queue overflows or a budget is far exceeded. The connection has to be closed. */
  onFlood(error: ErrorPayload): void;
};

/** The event handling of one connection. */
export type OpenEvents = {
  /** Accepts one event: it is processed, queued, refused, or closes the connection. */
  receive(event: string, raw: unknown): void;
  /** Closes the connection because of its traffic. */
  flood(): void;
  /** Drops queued events and accepts no more. */
  end(): void;
};

/** Validates events and passes them to their handlers, one at a time per connection. */
export type IncomingEvents<Identity, Outgoing extends object> = {
  readonly open: (source: EventSource<Identity, Outgoing>) => OpenEvents;
  /** Resolves when no handler is running. */
  readonly idle: () => Promise<void>;
};

type Options = {
  readonly logger: RealtimeLogger;
  /** Number of events with an error response, by code. */
  readonly refusals: Map<string, number>;
  /** Undefined when rates are not limited. */
  readonly buckets: TokenBuckets | undefined;
};

/**
 * Creates the incoming side of an endpoint. An event passes its user's budget before any lookup, and its schema
 * before its handler (R-13, SV-103).
 */
export function createIncomingEvents<Incoming extends object, Outgoing extends object, Identity>(
  spec: ServerSpec<Incoming, Outgoing, Identity>,
  { logger, refusals, buckets }: Options,
): IncomingEvents<Identity, Outgoing> {
  const inFlight = createInFlight();

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- E ties the schema to its handler
  async function handle<E extends keyof Incoming & string>(
    connection: Connection<Identity, Outgoing>,
    event: E,
    raw: unknown,
  ): Promise<Settling | ErrorPayload | void> {
    const parsed = isUnstorable(raw) ? { success: false as const } : parse(spec.schemas[event], raw);
    if (!parsed.success) return spec.invalidPayload ?? platformError('validation_failed');
    return spec.handlers[event](connection, parsed.data);
  }

  const isKnown = (event: string): event is keyof Incoming & string => Object.hasOwn(spec.schemas, event);

  /** A class, because there is one for each open connection: functions of its own would be most of its memory. */
  class ConnectionEvents implements OpenEvents, QueueOwner {
    readonly #source: EventSource<Identity, Outgoing>;
    readonly #queue = new EventQueue(this);
    #isOver = false;

    constructor(source: EventSource<Identity, Outgoing>) {
      this.#source = source;
    }

    receive(event: string, raw: unknown): void {
      if (this.#isOver) return;
      const { person, connection } = this.#source;
      if (!isKnown(event)) return this.#refuse(platformError('malformed_request'), raw);
      const wait = buckets?.take(`${person} ${spec.path} ${event}`, spec.limits[event]) ?? 0;
      if (wait > 0) return this.#refuse(platformError('rate_limited', { retry_after: Math.ceil(wait) }), raw);
      spec.onArrival?.(connection);
      inFlight.begin();
      if (this.#queue.offer(event, raw) === 'taken') return;
      inFlight.end();
      this.flood();
    }

    flood(): void {
      if (this.#isOver) return;
      noteSecurityEvent('socket_flooded');
      const error = platformError('too_many_events', { retry_after: RECONNECT_BLOCK_SECONDS });
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
      this.end();
      this.#source.onFlood(error);
    }

    end(): void {
      this.#isOver = true;
      this.#queue.clear();
    }

    async processEvent(event: string, raw: unknown): Promise<Settling | void> {
      if (!isKnown(event)) return;
      try {
        const outcome = await handle(this.#source.connection, event, raw);
        if (!outcome) return;
        if ('code' in outcome) return this.#refuse(outcome, raw);
        return { settled: outcome.settled.catch((error: unknown) => this.#fail(error, event, raw)) };
      } catch (error) {
        this.#fail(error, event, raw);
      }
    }

    onDone(): void {
      inFlight.end();
    }

    /** Responds to an event that reached no handler, within the budget for refusals. */
    #refuse(error: ErrorPayload, raw: unknown): void {
      if (buckets && buckets.take(`${this.#source.person} refused`, REFUSED_EVENTS) > 0) return this.flood();
      noteRefusal({ code: error.code, status: 0 });
      this.#answer(error, raw);
    }

    #fail(error: unknown, event: string, raw: unknown): void {
      const context = { path: spec.path, event, connection: this.#source.connection.id };
      this.#answer(describeError(error, logger, context), raw);
    }

    #answer(error: ErrorPayload, raw: unknown): void {
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
      this.#source.sendError(withMessageId(error, raw));
    }
  }

  return { open: (source) => new ConnectionEvents(source), idle: inFlight.idle };
}

function parse<T>(schema: core.$ZodType<T>, raw: unknown) {
  return core.safeParse(schema, raw);
}

/** No payload of the contract is nested this deeply. */
const MAX_DEPTH = 32;

/**
 * Whether a payload is nested too deeply or contains NUL, which PostgreSQL can't store; removing it later could
 * change the meaning of a text.
 */
function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  if (depth === MAX_DEPTH) return true;
  for (const part of Object.values(value)) if (isUnstorable(part, depth + 1)) return true;
  return false;
}

const MAX_MESSAGE_ID_LENGTH = 128;

/** Adds the message id to an error, so that the client assigns it to the right message. */
function withMessageId(error: ErrorPayload, raw: unknown): ErrorPayload {
  if (typeof raw !== 'object' || raw === null || !('clientMessageId' in raw)) return error;
  const { clientMessageId } = raw;
  const isId = typeof clientMessageId === 'string' && clientMessageId.length <= MAX_MESSAGE_ID_LENGTH;
  return isId ? { clientMessageId, ...error } : error;
}

function createInFlight() {
  let count = 0;
  let waiting: (() => void)[] = [];
  return {
    begin: () => {
      count += 1;
    },
    end: () => {
      count -= 1;
      if (count > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    idle: () => (count === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
  };
}
