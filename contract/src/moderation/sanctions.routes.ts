import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { page, pageSize } from '../kernel/paging.ts';
import { timestamp } from '../kernel/ids.ts';
import { defineRoutes } from '../kernel/route.ts';
import { REPORTS_PAGE, REPORTS_PAGE_MAX } from './moderation.limits.ts';
import * as s from './moderation.schemas.ts';

const message = z.object({ message: z.string() });
const paging = { page, page_size: pageSize(REPORTS_PAGE, REPORTS_PAGE_MAX) };
const byName = z.object({ username: anyUsername });

/** Routes for sanctions, appeals, and users as administrators see them. */
export const sanctionsRoutes = defineRoutes({
  'GET /admin/users': {
    summary: 'Users by name, e-mail address or status, for administrators.',
    access: 'admin',
    rate: 'read',
    query: z.object({
      search: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254))),
      standing: z.optional(z.enum(['suspended', 'flagged', 'reported', 'admin'])),
      ...paging,
    }),
    output: z.object({ people: z.array(s.managedPerson), total_count: z.int() }),
    errors: [],
  },
  'GET /admin/users/:username': {
    summary: 'One user with their reports and sanctions; reading it is recorded in the audit log.',
    access: 'admin',
    rate: 'read',
    params: byName,
    output: z.object({ person: s.managedPersonDetail }),
    errors: ['user_not_found'],
  },
  'POST /admin/users/:username/suspend': {
    summary: 'Suspend a user immediately, for a time or permanently (SV-50).',
    access: 'admin',
    rate: 'write',
    params: byName,
    body: z.strictObject({ reason: s.sanctionReason, until: z.optional(z.nullable(timestamp)) }),
    output: message,
    errors: [
      'user_not_found',
      'sanction_reason_missing',
      'suspension_end_in_past',
      'admin_not_sanctioned',
      'already_suspended',
    ],
  },
  'POST /admin/users/:username/unsuspend': {
    summary: 'Reinstate a suspended user (SV-50).',
    access: 'admin',
    rate: 'write',
    params: byName,
    body: z.strictObject({ reason: s.sanctionReason }),
    output: message,
    errors: ['user_not_found', 'not_suspended', 'sanction_reason_missing'],
  },
  'GET /admin/appeals': {
    summary: 'Appeals, the oldest first.',
    access: 'admin',
    rate: 'read',
    query: z.object({ status: z._default(z.enum(['open', 'decided']), 'open'), ...paging }),
    output: z.object({ appeals: z.array(s.appealCase), total_count: z.int() }),
    errors: [],
  },
  'PATCH /admin/appeals/:appeal_id': {
    summary: 'Decide an appeal; not allowed to the administrator who made the decision.',
    access: 'admin',
    rate: 'write',
    params: z.object({ appeal_id: s.appealId }),
    body: s.appealDecision,
    output: message,
    errors: [
      'appeal_not_found',
      'appeal_already_decided',
      'appeal_needs_other_admin',
      'sanction_reason_missing',
    ],
  },
  'GET /admin/evasion': {
    summary: 'Flags of users who may be back with another account during a suspension, for review.',
    access: 'admin',
    rate: 'read',
    query: z.object({ status: z._default(z.enum(['open', 'decided']), 'open'), ...paging }),
    output: z.object({ flags: z.array(s.evasionFlag), total_count: z.int() }),
    errors: [],
  },
  'PATCH /admin/evasion/:flag_id': {
    summary: 'Confirm or dismiss a flag; it has no effect on the user by itself.',
    access: 'admin',
    rate: 'write',
    params: z.object({ flag_id: s.flagId }),
    body: z.strictObject({ status: z.enum(['dismissed', 'confirmed']) }),
    output: message,
    errors: ['flag_not_found'],
  },
  'GET /users/me/sanctions': {
    summary: 'Sanctions of the caller, and the outcome of appeals.',
    access: 'session',
    rate: 'read',
    output: z.object({ sanctions: z.array(s.ownSanction) }),
    errors: [],
  },
  'POST /users/me/sanctions/:sanction_id/appeal': {
    summary: 'Appeal against a sanction, once.',
    access: 'session',
    rate: 'report',
    params: z.object({ sanction_id: s.sanctionId }),
    body: z.strictObject({ text: s.appealText }),
    output: message,
    errors: ['sanction_not_found', 'appeal_exists', 'appeal_text_too_short'],
  },
  'POST /auth/suspension': {
    summary: 'Why the caller’s account is suspended, for a user who can’t log in because of it.',
    access: 'public',
    rate: 'login',
    body: z.strictObject(s.suspendedProof),
    output: z.object({ username: z.string(), sanction: s.ownSanction }),
    errors: ['invalid_credentials', 'too_many_login_attempts', 'no_suspension'],
  },
  'POST /auth/suspension/appeal': {
    summary: 'Appeal against the caller’s own suspension, once.',
    access: 'public',
    rate: 'login',
    body: z.strictObject({ ...s.suspendedProof, text: s.appealText }),
    output: message,
    errors: [
      'invalid_credentials',
      'too_many_login_attempts',
      'no_suspension',
      'appeal_exists',
      'appeal_text_too_short',
    ],
  },
});
