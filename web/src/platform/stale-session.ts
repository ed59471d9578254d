import type { ErrorCode } from '@adda/contract';

/** Codes that say that the session is stale; another 401, such as a wrong password, is an answer. */
const codes: readonly string[] = [
  'not_authenticated',
  'invalid_token',
  'token_expired',
] satisfies ErrorCode[];

/** Whether an error's code says that a fresh token would help. */
export const isStaleSessionCode = (code: string): boolean => codes.includes(code);

const suspendedCode: ErrorCode = 'account_suspended';

/** Whether an error's code says that the account is suspended (SV-50). */
export const isSuspendedCode = (code: string): boolean => code === suspendedCode;
