import type { walletRoutes } from '@adda/contract/wallet';
import type { Handlers } from '../../platform/http/handler.ts';

const notYet = (): never => {
  throw new Error('not yet');
};

/** Answers the calls. */
export function walletHandlers(): Handlers<typeof walletRoutes> {
  return {
    'GET /wallet/balance': notYet,
    'GET /wallet/history': notYet,
    'DELETE /wallet/history/:id': notYet,
    'GET /wallet/leaderboard': notYet,
    'POST /wallet/request-payout': notYet,
    'GET /wallet/payouts': notYet,
    'GET /wallet/payee': notYet,
    'POST /wallet/payee': notYet,
    'GET /admin/payouts': notYet,
    'GET /admin/payouts/:payout_id': notYet,
    'PATCH /admin/payouts/:payout_id': notYet,
    'POST /admin/wallet/bonus': notYet,
  };
}
