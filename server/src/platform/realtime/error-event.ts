import { fillText } from '@adda/contract/kernel';
import { platformErrors } from '@adda/contract/platform';
import { randomUUID } from 'node:crypto';
import { databaseFailure } from '../errors.ts';
import { noteRefusal } from '../logging/security-refusals.ts';
import type { RealtimeLogger } from './realtime.types.ts';

/** The payload of an `error` event and the data of a `connect_error`. Failures may add fields. */
export type ErrorPayload = {
  readonly detail: string;
  readonly code: string;
  readonly [field: string]: unknown;
};

/** Returns the payload for a failure that the platform itself detects. */
export function platformError(
  code: keyof typeof platformErrors,
  details: Readonly<Record<string, number>> = {},
): ErrorPayload {
  return { ...details, detail: fillText(platformErrors[code].detail, details), code };
}

/**
 * Converts an error to the payload for the client. An AppError contributes text, code and details; anything else is
 * logged with an id and reported in one plain sentence.
 */
export function describeError(error: unknown, logger: RealtimeLogger, context: object): ErrorPayload {
  if (isAppError(error)) {
    noteRefusal(error);
    return { ...error.details, detail: error.detail, code: error.code };
  }
  const transient = databaseFailure(error);
  if (transient) return { ...transient.details, detail: transient.detail, code: transient.code };
  logger.error({ ...context, err: error, errorId: randomUUID() }, 'unexpected failure on a socket');
  return platformError('internal');
}

type AppErrorShape = { code: string; detail: string; status: number; details?: Record<string, unknown> };

/** Detected by shape, so that failures of all features are handled alike. */
function isAppError(error: unknown): error is AppErrorShape {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'detail' in error &&
    typeof error.detail === 'string' &&
    'status' in error &&
    typeof error.status === 'number'
  );
}
