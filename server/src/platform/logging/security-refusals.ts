import type { ErrorCode } from '@adda/contract';
import type { SecurityEvent } from './security-events.ts';
import { noteSecurityEvent } from './security-log.ts';

/** Refusals that are an event of their own; `undefined` for those that another place notes, or that say nothing. */
const EVENT_OF_CODE: Partial<Record<ErrorCode, SecurityEvent | undefined>> = {
  invalid_credentials: 'login_failed',
  passkey_login_refused: 'login_failed',
  second_factor_needed: 'login_first_step',
  wrong_code: 'second_factor_failed',
  challenge_gone: 'second_factor_failed',
  proof_refused: 'reauthentication_failed',
  wrong_password: 'reauthentication_failed',
  too_many_login_attempts: 'guesses_blocked',
  rate_limited: 'rate_limited',
  too_many_connections: 'rate_limited',
  foreign_origin: 'foreign_origin',
  session_changed: 'session_changed',
  invalid_reset_link: 'mail_link_refused',
  invalid_verification_link: 'mail_link_refused',
  invalid_unsubscribe_link: 'mail_link_refused',
  webhook_refused: 'webhook_forged',
  // Open pages have expired links. A forged one is noted where its signature is compared.
  link_expired: undefined,
};

const isMapped = (code: string): code is keyof typeof EVENT_OF_CODE => code in EVENT_OF_CODE;

/** Notes a refused call of the current scene: an event of its own, or `access_refused` for any other 403 (ID-08). */
export function noteRefusal({ code, status }: { readonly code: string; readonly status: number }): void {
  const event = isMapped(code) ? EVENT_OF_CODE[code] : status === 403 ? 'access_refused' : undefined;
  if (event) noteSecurityEvent(event, { code });
}
