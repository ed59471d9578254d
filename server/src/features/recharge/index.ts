/** Recharge owns the buying of coins in packages: what an order is for, and what is credited once it is paid. */
import { rechargeHandlers } from './recharge.routes.ts';
import { createRechargeService, type RechargeOptions } from './recharge.service.ts';

export { rechargeChecks } from './recharge-checks.ts';
export type { RechargeOptions } from './recharge.service.ts';

/** Makes the feature. */
export function createRecharge(options: RechargeOptions) {
  return { handlers: rechargeHandlers(createRechargeService(options)) };
}

/** The face of recharge. */
export type Recharge = ReturnType<typeof createRecharge>;
