/** Recharge owns the buying of coins in packages: what an order is for, and what is credited once it is paid. */
import type { Database } from '../../platform/database/index.ts';
import type { Payments } from '../payments/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { rechargeHandlers } from './recharge.routes.ts';

/** What recharge needs of the rest. */
export type RechargeOptions = {
  readonly database: Database;
  readonly payments: Payments;
  readonly wallet: Pick<Wallet, 'post'>;
};

/** Makes the feature. */
export function createRecharge(_options: RechargeOptions) {
  return { handlers: rechargeHandlers() };
}

/** The face of recharge. */
export type Recharge = ReturnType<typeof createRecharge>;
