import { errors, fillText, type ErrorCode, type FieldError } from '@adda/contract';
import {
  isTransient,
  isServerDiskFull,
  BatchWriterFullError,
  StorageFullError,
  TooManyWaitingError,
} from './database/index.ts';

export type ErrorDetails = Readonly<Record<string, string | number>>;

/** A failure that the caller may see: a code of the contract, its status and its text with the details filled in. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const entry = errors[code];
    const detail = fillText(entry.detail, details);
    super(detail);
    this.code = code;
    this.status = entry.status;
    this.detail = detail;
    this.details = details;
  }
}

/** Whether a text is a code of the contract. */
export const isErrorCode = (code: string): code is ErrorCode => code in errors;

/** Makes the error to throw for a code; `retry_after` (seconds) among the details becomes the Retry-After header. */
export function appError(code: ErrorCode, details?: ErrorDetails): AppError {
  return new AppError(code, details);
}

/** When a client may try again what the database could not do: it is looked for twice a second. */
const RETRY_AFTER_SECONDS = 2;

/**
 * What the caller is told of a failure of the database that passes: `storage_full`, or `unavailable` with when to try
 * again; undefined for any other failure.
 */
export function databaseFailure(error: unknown): AppError | undefined {
  if (error instanceof StorageFullError || isServerDiskFull(error)) return appError('storage_full');
  // Others go on meanwhile: it is this caller who asks for too much.
  if (error instanceof TooManyWaitingError) return appError('rate_limited', { retry_after: 1 });
  if (error instanceof BatchWriterFullError || isTransient(error))
    return appError('unavailable', { retry_after: RETRY_AFTER_SECONDS });
  return undefined;
}

/** Fields that only a service can judge; answered like the contract's own checks, with 422 and the list. */
export class ValidationError extends Error {
  override name = 'ValidationError';
  readonly fields: readonly FieldError[];
  readonly code: ErrorCode;

  constructor(fields: readonly FieldError[], code: ErrorCode = 'validation_failed') {
    super(fields.map((field) => field.msg).join(' '));
    this.fields = fields;
    this.code = code;
  }
}
