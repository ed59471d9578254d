import { CALM_DOWN_SECONDS, REFUSED_EVENTS } from '@adda/contract/platform';
import { core } from 'zod';
import type { TokenBuckets } from '../limits/token-buckets.ts';
import type { ErrorPayload } from './error-event.ts';
import { describeError, platformError } from './error-event.ts';
import { createEventQueue, type Settling } from './event-queue.ts';
import type { Connection, RealtimeLogger, ServerSpec } from './realtime.types.ts';

/** What the events of one connection need to know of it. */
export type EventSource<Identity, Outgoing extends object> = {
  readonly connection: Connection<Identity, Outgoing>;
  /** Whose budgets its events use up. */
  readonly person: string;
  readonly sendError: (error: ErrorPayload) => void;
  /** Called when more came than may wait, or than the person may send: the connection has to end. */
  readonly onFlood: (error: ErrorPayload) => void;
};

/** The events of one connection. */
export type OpenEvents = {
  /** Takes one event as it came: it begins, waits for its turn, is refused, or ends the connection. */
  readonly receive: (event: string, raw: unknown) => void;
  /** Ends the connection for what it sends. */
  readonly flood: () => void;
  /** Forgets what waits and takes nothing more. */
  readonly end: () => void;
};

/** Validates events and hands them to their handlers, those of one connection one after the other. */
export type IncomingEvents<Identity, Outgoing extends object> = {
  readonly open: (source: EventSource<Identity, Outgoing>) => OpenEvents;
  /** Resolves when no handler is at work. */
  readonly idle: () => Promise<void>;
};

type Options = {
  readonly logger: RealtimeLogger;
  /** Events that were answered with an error, by its code. */
  readonly refusals: Map<string, number>;
  /** Undefined where rates are not limited. */
  readonly buckets: TokenBuckets | undefined;
};

/**
 * The incoming side of an endpoint. An event passes its person's budget before anything is looked up, and its schema
 * before a handler sees it (R-13, SV-103).
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

  function open(source: EventSource<Identity, Outgoing>): OpenEvents {
    const { connection, person, sendError } = source;
    let isOver = false;

    function answer(error: ErrorPayload, raw: unknown): void {
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
      sendError(withMessageId(error, raw));
    }
    function flood(): void {
      if (isOver) return;
      isOver = true;
      const error = platformError('too_many_events', { retry_after: CALM_DOWN_SECONDS });
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
      queue.clear();
      source.onFlood(error);
    }
    /** Answers what no handler saw, as often as somebody may be refused. */
    function refuse(error: ErrorPayload, raw: unknown): void {
      if (buckets && buckets.take(`${person} refused`, REFUSED_EVENTS) > 0) flood();
      else answer(error, raw);
    }
    function fail(error: unknown, event: string, raw: unknown): void {
      answer(describeError(error, logger, { path: spec.path, event, connection: connection.id }), raw);
    }

    const queue = createEventQueue({
      onDone: inFlight.end,
      carryOut: async (event, raw) => {
        if (!isKnown(event)) return;
        try {
          const outcome = await handle(connection, event, raw);
          if (!outcome) return;
          if ('code' in outcome) return refuse(outcome, raw);
          return { settled: outcome.settled.catch((error: unknown) => fail(error, event, raw)) };
        } catch (error) {
          fail(error, event, raw);
        }
      },
    });

    return {
      flood,
      receive: (event, raw) => {
        if (isOver) return;
        if (!isKnown(event)) return refuse(platformError('malformed_request'), raw);
        const wait = buckets?.take(`${person} ${spec.path} ${event}`, spec.limits[event]) ?? 0;
        if (wait > 0) return refuse(platformError('rate_limited', { retry_after: Math.ceil(wait) }), raw);
        spec.onArrival?.(connection);
        inFlight.begin();
        if (queue.offer(event, raw) === 'taken') return;
        inFlight.end();
        flood();
      },
      end: () => {
        isOver = true;
        queue.clear();
      },
    };
  }

  return { open, idle: inFlight.idle };
}

function parse<T>(schema: core.$ZodType<T>, raw: unknown) {
  return core.safeParse(schema, raw);
}

/** No payload of the contract is nested so deeply. */
const DEEPEST = 32;

/**
 * Whether a payload holds NUL, which PostgreSQL can't store (and what is cut out later could change what a text means),
 * or is nested too deeply to look at.
 */
function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  if (depth === DEEPEST) return true;
  for (const part of Object.values(value)) if (isUnstorable(part, depth + 1)) return true;
  return false;
}

const LONGEST_MESSAGE_ID = 128;

/** Names the message that an error is about, so that the client settles the right one. */
function withMessageId(error: ErrorPayload, raw: unknown): ErrorPayload {
  if (typeof raw !== 'object' || raw === null || !('clientMessageId' in raw)) return error;
  const { clientMessageId } = raw;
  const isId = typeof clientMessageId === 'string' && clientMessageId.length <= LONGEST_MESSAGE_ID;
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
