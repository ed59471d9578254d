import type { ErrorCode } from '@adda/contract';

/** Codes of a stale session; another 401, such as a wrong password, is a result. */
const codes: readonly string[] = [
  'not_authenticated',
  'invalid_token',
  'token_expired',
] satisfies ErrorCode[];

/** Whether an error code means that a new token would help. */
export const isStaleSessionCode = (code: string): boolean => codes.includes(code);

const suspendedCode: ErrorCode = 'account_suspended';

/** Whether an error code means that the account is suspended (SV-50). */
export const isSuspendedCode = (code: string): boolean => code === suspendedCode;
