import type { walletRoutes } from '@adda/contract/wallet';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Bonuses } from './bonuses/bonuses.service.ts';
import { coinLabel } from './wallet.policy.ts';
import type { History } from './wallet.service.ts';
import type { Leaderboard } from './leaderboard/leaderboard.service.ts';
import type { Payees } from './payees/payees.service.ts';
import type { PayoutDecisions } from './payouts/payout-decisions.service.ts';
import type { Payouts } from './payouts/payouts.service.ts';

type Deps = {
  readonly history: History;
  readonly leaderboard: Leaderboard;
  readonly payouts: Payouts;
  readonly payees: Payees;
  readonly decisions: PayoutDecisions;
  readonly bonuses: Bonuses;
};

/** Handlers of the wallet. */
export function walletHandlers(deps: Deps): Handlers<typeof walletRoutes> {
  const { history, leaderboard, payouts, payees, decisions, bonuses } = deps;
  return {
    'GET /wallet/balance': ({ actor }) => history.balance(actor),
    'GET /wallet/history': ({ actor, query }) => history.page(actor, query),
    'DELETE /wallet/history/:id': async ({ actor, params }) => {
      await history.hide(actor, params.id);
      return { message: 'Transaction deleted' };
    },
    'GET /wallet/leaderboard': ({ actor, query }) => leaderboard.page(actor.userId, query),
    'POST /wallet/request-payout': async ({ actor, body }) => {
      const payoutId = await payouts.request(actor, body.amount);
      return { message: 'Payout requested', payout_id: payoutId };
    },
    'GET /wallet/payouts': ({ actor, query }) => payouts.mine(actor, query),
    'GET /wallet/payee': ({ actor }) => payees.mine(actor),
    'POST /wallet/payee': async ({ actor, body }) => ({
      message: 'Payout details saved',
      ...(await payees.setPayee(actor, body)),
    }),
    'GET /admin/payouts': ({ actor, query }) => decisions.list(actor, query),
    'GET /admin/payouts/:payout_id': ({ actor, params }) => decisions.read(actor, params.payout_id),
    'PATCH /admin/payouts/:payout_id': async ({ actor, params, body }) => {
      const status = await decisions.decide(actor, params.payout_id, body);
      const waits = 'Another administrator has to approve this as well';
      return { message: status === body.status ? `Payout ${status}` : waits, status };
    },
    'POST /admin/wallet/bonus': async ({ actor, body }) => {
      const status = await bonuses.give(actor, body);
      const words = `${coinLabel(body.amount)} for ${body.username}`;
      return {
        message: status === 'waiting' ? `${words}, once another administrator agrees` : words,
        status,
      };
    },
    'GET /admin/wallet/bonuses': ({ actor, query }) => bonuses.list(actor, query),
    'PATCH /admin/wallet/bonuses/:bonus_id': async ({ actor, params, body }) => {
      await bonuses.decide(actor, params.bonus_id, body.status);
      return { message: `Bonus ${body.status}` };
    },
  };
}
