import { ApiError } from '../../../platform/api-error.ts';

/** Why something failed, in the server's words; undefined where it said nothing. */
export const serverLabel = (error: unknown): string | undefined =>
  error instanceof ApiError && error.detail !== '' ? error.detail : undefined;
