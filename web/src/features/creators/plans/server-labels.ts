import { ApiError } from '../../../platform/api-error.ts';

/** Returns the server's text of an error; undefined without one. */
export const serverLabel = (error: unknown): string | undefined =>
  error instanceof ApiError && error.detail !== '' ? error.detail : undefined;
