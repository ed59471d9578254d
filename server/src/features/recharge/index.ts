/**
 * Recharge: buying coins in packages. Defines the purpose of its orders, credits each once it is paid, and debits
 * refunds. The coins come from the server's table; only the provider's response decides whether an order is paid (R-11,
 *
 */
import { rechargeHandlers } from './recharge.routes.ts';
import { createRechargeService, type RechargeOptions } from './recharge.service.ts';

export { rechargeChecks } from './recharge-checks.repository.ts';
export type { RechargeOptions } from './recharge.service.ts';

/** Creates the feature. */
export function createRecharge(options: RechargeOptions) {
  return { handlers: rechargeHandlers(createRechargeService(options)) };
}
