import { core } from 'zod';
import type { ErrorPayload } from './error-event.ts';
import { describeError, platformError } from './error-event.ts';
import type { Connection, RealtimeLogger, ServerSpec } from './realtime.types.ts';

/** Validates one event and hands it to its handler; answers with the error to send, or nothing. */
export type IncomingEvents<Identity, Outgoing extends object> = {
  readonly receive: (
    connection: Connection<Identity, Outgoing>,
    event: string,
    raw: unknown,
  ) => Promise<ErrorPayload | undefined>;
  /** Resolves when no handler is at work. */
  readonly idle: () => Promise<void>;
};

/**
 * The incoming side of an endpoint: every payload is checked against its schema before a handler sees it. Errors that
 * are answered are counted by their code in `refusals`.
 */
export function createIncomingEvents<Incoming extends object, Outgoing extends object, Identity>(
  spec: ServerSpec<Incoming, Outgoing, Identity>,
  logger: RealtimeLogger,
  refusals: Map<string, number>,
): IncomingEvents<Identity, Outgoing> {
  const inFlight = createInFlight();

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- E ties the schema to its handler
  async function handle<E extends keyof Incoming & string>(
    connection: Connection<Identity, Outgoing>,
    event: E,
    raw: unknown,
  ): Promise<ErrorPayload | undefined> {
    const parsed = holdsNul(raw) ? { success: false as const } : parse(spec.schemas[event], raw);
    if (!parsed.success) return spec.invalidPayload ?? platformError('validation_failed');
    await spec.handlers[event](connection, parsed.data);
    return undefined;
  }

  const answered = (error: ErrorPayload, raw: unknown) => {
    refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
    return withMessageId(error, raw);
  };
  const isKnown = (event: string): event is keyof Incoming & string => Object.hasOwn(spec.schemas, event);

  return {
    idle: inFlight.idle,
    receive: async (connection, event, raw) => {
      inFlight.begin();
      try {
        const error = isKnown(event)
          ? await handle(connection, event, raw)
          : platformError('malformed_request');
        return error && answered(error, raw);
      } catch (error) {
        const context = { path: spec.path, event, connection: connection.id };
        return answered(describeError(error, logger, context), raw);
      } finally {
        inFlight.end();
      }
    },
  };
}

function parse<T>(schema: core.$ZodType<T>, raw: unknown) {
  return core.safeParse(schema, raw);
}

/** PostgreSQL can't store NUL, and what is cut out later could change what a text means; so it is refused at the door. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  for (const part of Object.values(value)) if (holdsNul(part)) return true;
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
