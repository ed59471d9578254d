import type { PaymentGateway } from '@adda/contract/payments';
import type { TestApp } from '../../test/app.fixture.ts';
import { registration } from '../accounts/accounts.fixture.ts';
import { userIdOf } from '../creators/creators.fixture.ts';
import { walletOf } from '../wallet/wallet.fixture.ts';

/** A user who buys coins. */
export type Buyer = { readonly userId: number; readonly username: string; readonly token: string };

/** Returns the calls of recharge on a running application. */
export function rechargeOn({ client, app }: Pick<TestApp, 'client' | 'app'>) {
  return {
    /** Creates a registered user without coins. */
    async buyer(): Promise<Buyer> {
      const { data } = await client('POST /auth/register', { body: registration() });
      return {
        userId: await userIdOf(app.database, data),
        username: data.username,
        token: data.access_token,
      };
    },
    order: (by: Buyer, amount = 500, gateway: PaymentGateway = 'razorpay') =>
      client('POST /recharge/order', { body: { amount, payment_gateway: gateway } }, by),
    verify: (by: Buyer, orderId: string, paymentId: string) =>
      client(
        'POST /recharge/verify-payment/:order_id',
        { params: { order_id: orderId }, body: { payment_id: paymentId } },
        by,
      ),
    status: (by: Buyer, orderId: string) =>
      client('GET /recharge/payment/status/:order_id', { params: { order_id: orderId } }, by),
    wallet: ({ userId }: Buyer) => walletOf(app.database, userId),
    /** Returns history entries as type, description and coins. */
    async lines(by: Buyer): Promise<string[]> {
      const { data } = await client('GET /wallet/history', { query: {} }, by);
      return data.history.map(({ transaction_type: type, description, amount }) =>
        [type, description, amount].join(': '),
      );
    },
  };
}
