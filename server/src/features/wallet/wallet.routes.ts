import type { walletRoutes } from '@adda/contract/wallet';
import type { Handlers } from '../../platform/http/handler.ts';
import { coinWords } from './coin-words.ts';
import type { History } from './history/history.service.ts';
import type { Leaderboard } from './leaderboard/leaderboard.ts';
import type { Payees } from './payees/payees.service.ts';
import type { PayoutDecisions } from './payouts/payout-decisions.service.ts';
import type { Payouts } from './payouts/payouts.service.ts';
import type { GiveBonus } from './wallet.bonus.ts';

type Deps = {
  readonly history: History;
  readonly leaderboard: Leaderboard;
  readonly payouts: Payouts;
  readonly payees: Payees;
  readonly decisions: PayoutDecisions;
  readonly giveBonus: GiveBonus;
};

/** Answers the calls. */
export function walletHandlers(deps: Deps): Handlers<typeof walletRoutes> {
  const { history, leaderboard, payouts, payees, decisions, giveBonus } = deps;
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
    'GET /wallet/payee': async ({ actor }) => ({ payee: await payees.mine(actor) }),
    'POST /wallet/payee': async ({ actor, body }) => {
      const payee = await payees.say(actor, body);
      return { message: 'Payout details saved', payee };
    },
    'GET /admin/payouts': ({ query }) => decisions.list(query),
    'GET /admin/payouts/:payout_id': ({ actor, params }) => decisions.read(actor, params.payout_id),
    'PATCH /admin/payouts/:payout_id': async ({ actor, params, body }) => {
      await decisions.decide(actor, params.payout_id, body);
      return { message: `Payout ${body.status}` };
    },
    'POST /admin/wallet/bonus': async ({ actor, body }) => {
      await giveBonus(actor, body);
      return { message: `${coinWords(body.amount)} for ${body.username}` };
    },
  };
}
