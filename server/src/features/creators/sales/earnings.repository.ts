import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { INDIA } from './days.ts';

/** Sums of sales minus refunds, in hundredths of a coin. */
export type Sums = { readonly gross: number; readonly net: number; readonly count: number };

/** Sums of a day, of a plan, or, with neither, of all sales. */
export type EarningsRow = Sums & {
  readonly day: string | null;
  readonly plan_id: string | null;
  readonly name: string | null;
};

/**
 * Returns a creator's sales between two times (the second exclusive), by day and by plan, plans with the highest
 * earnings first (SV-78).
 */
export async function sumSales(
  db: Queryable,
  creatorId: number,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<EarningsRow[]> {
  const { rows } = await sql<EarningsRow>`
    SELECT sums.day, plans.plan_id, plans.name, sums.gross, sums.net, sums.count FROM (
      SELECT sale.day, sale.plan_id, coalesce(sum(sale.gross - sale.refunded_gross), 0)::bigint AS gross,
        coalesce(sum(sale.net - sale.taken_back), 0)::bigint AS net,
        count(*) FILTER (WHERE sale.refunded_gross < sale.gross) AS count
      FROM (
        SELECT sales.*, to_char(sold_at AT TIME ZONE ${sql.lit(INDIA)}::interval, 'YYYY-MM-DD') AS day FROM sales
        WHERE creator_id = ${creatorId} AND sold_at >= ${from} AND sold_at < ${until}
      ) sale GROUP BY GROUPING SETS ((sale.day), (sale.plan_id), ())
    ) sums LEFT JOIN plans ON plans.id = sums.plan_id
    ORDER BY sums.gross DESC, sums.plan_id`.execute(db);
  return rows;
}
