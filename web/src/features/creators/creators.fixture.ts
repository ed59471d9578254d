import type { Plan } from '@adda/contract/creators';

/** Returns a plan of asha: $5 for 30 days. */
export const planOf = (name: string, given: Partial<Plan> = {}): Plan => ({
  plan_id: `plan_${name.padEnd(24, '0')}`,
  name,
  amount: 5,
  validity_days: 30,
  description: null,
  creator: 'asha',
  created_at: '2026-11-20T10:00:00.000Z',
  ...given,
});
