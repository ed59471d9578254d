import type { accountsRoutes } from '@adda/contract/accounts';
import type { SecurityEvent } from '../logging/security-events.ts';

/** What the security log says of a call that succeeded, about the user of the scene (ID-08). */
const EVENTS: Partial<Record<keyof typeof accountsRoutes, SecurityEvent>> = {
  'POST /auth/login': 'login_succeeded',
  'POST /auth/login/second-factor': 'login_succeeded',
  'POST /auth/passkey': 'login_succeeded',
  'POST /auth/logout': 'logged_out',
  'POST /auth/register': 'account_created',
  'POST /auth/guest': 'guest_entered',
  'POST /auth/upgrade': 'guest_upgraded',
  'DELETE /users/me': 'account_deleted',
  'POST /auth/reauthenticate': 'reauthenticated',
  'POST /auth/password/change': 'password_changed',
  'POST /auth/password/forgot': 'password_reset_asked',
  'POST /auth/password/reset': 'password_reset',
  'POST /auth/email/change': 'email_change_asked',
  'POST /auth/email/confirm': 'email_changed',
  'POST /auth/email/undo': 'account_taken_back',
  'POST /auth/login/undo': 'login_disowned',
  'POST /auth/totp/confirm': 'second_factor_added',
  'DELETE /auth/totp': 'second_factor_removed',
  'POST /auth/totp/recovery-codes': 'recovery_codes_renewed',
  'POST /auth/passkeys': 'passkey_added',
  'DELETE /auth/passkeys/:passkey_id': 'passkey_removed',
  'DELETE /auth/sessions/:session_id': 'session_revoked',
  'DELETE /auth/sessions': 'session_revoked',
};

/** The event of a route, by its key in the contract. */
export const EVENT_OF_ROUTE: ReadonlyMap<string, SecurityEvent> = new Map(Object.entries(EVENTS));
