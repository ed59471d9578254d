import { EARNINGS_DAYS, EARNINGS_DAYS_MAX, type Earnings } from '@adda/contract/creators';
import { COINS_PER_DOLLAR, coinsOf, HUNDREDTHS } from '@adda/contract/kernel/money';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { countDays, dayAfter, dayOf, endOf, startOf } from './sales.policy.ts';
import { sumSales, type Sums } from './sales.repository.ts';

/** Service for creators' earnings. */
export type CreatorEarnings = ReturnType<typeof createEarnings>;

const NOTHING: Sums = { gross: 0, net: 0, count: 0 };

/** Divides once, to avoid rounding artifacts in the decimals. */
const dollarsOf = (hundredths: number): number => hundredths / (HUNDREDTHS * COINS_PER_DOLLAR);

const shown = ({ gross, net, count }: Sums) => ({
  gross: dollarsOf(gross),
  fee: dollarsOf(gross - net),
  net: dollarsOf(net),
  coins: coinsOf(net),
  count,
});

/** Creates the query of earnings. */
export function createEarnings({ db }: Database, clock: () => Date) {
  return {
    /**
     * Returns the caller's earnings from plans between two days in India, both included; the last 30 days by default. A
     * refund is deducted on the day of its sale. Throws `invalid_parameters` for days in the wrong order or too many
     * days (SV-78).
     */
    async read(
      actor: Actor,
      span: { from?: string | undefined; to?: string | undefined },
    ): Promise<Earnings> {
      const to = span.to ?? dayOf(clock());
      const from = span.from ?? dayAfter(to, 1 - EARNINGS_DAYS);
      const days = countDays(from, to);
      if (!(days >= 1 && days <= EARNINGS_DAYS_MAX)) throw appError('invalid_parameters');
      const rows = await sumSales(db, actor.userId, { from: startOf(from), until: endOf(to) });
      const ofDay = new Map(rows.map((row) => [row.day, row]));
      return {
        ...shown(rows.find((row) => row.day === null && row.plan_id === null) ?? NOTHING),
        from,
        to,
        by_day: Array.from({ length: days }, (_, index) => {
          const day = dayAfter(from, index);
          return { day, ...shown(ofDay.get(day) ?? NOTHING) };
        }),
        by_plan: rows.flatMap(({ plan_id: planId, name, ...sums }) =>
          planId === null || name === null ? [] : [{ plan_id: planId, name, ...shown(sums) }],
        ),
      };
    },
  };
}
