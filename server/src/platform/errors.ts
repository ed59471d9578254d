import { errors, fillText, type ErrorCode, type ErrorEntry, type FieldError } from '@adda/contract';
import {
  isTransient,
  isServerDiskFull,
  BatchWriterFullError,
  StorageFullError,
  TooManyWaitingError,
} from './database/index.ts';

export type ErrorDetails = Readonly<Record<string, string | number | readonly string[]>>;

/** An error for the caller: a code of the contract with its status, and its text with the details filled in. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  /** The code that clients receive. */
  readonly wireCode: string;
  readonly status: number;
  readonly detail: string;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const entry: ErrorEntry = errors[code];
    const detail = fillText(entry.detail, details);
    super(detail);
    this.code = code;
    this.wireCode = entry.code ?? code;
    this.status = entry.status;
    this.detail = detail;
    this.details = details;
  }
}

/** Whether a text is a code of the contract. */
export const isErrorCode = (code: string): code is ErrorCode => code in errors;

/** Creates the error of a code. The detail `retry_after` (seconds) becomes the Retry-After header. */
export function appError(code: ErrorCode, details?: ErrorDetails): AppError {
  return new AppError(code, details);
}

/** Seconds until a retry while the database is unavailable, which is probed twice a second. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Converts a transient failure of the database to an error for the caller: `storage_full`, `rate_limited`, or
 * `unavailable`, the last two with `retry_after`. Returns undefined for any other failure.
 */
export function databaseFailure(error: unknown): AppError | undefined {
  if (error instanceof StorageFullError || isServerDiskFull(error)) return appError('storage_full');
  // Only this caller has too many queries; others are not affected.
  if (error instanceof TooManyWaitingError) return appError('rate_limited', { retry_after: 1 });
  if (error instanceof BatchWriterFullError || isTransient(error))
    return appError('unavailable', { retry_after: RETRY_AFTER_SECONDS });
  return undefined;
}

/** Invalid fields found by a service. The response is 422 with the list, as for the schemas of the contract. */
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
