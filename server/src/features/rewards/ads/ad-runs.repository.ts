import { AD_CLICK_SPACING_MS } from '@adda/contract/rewards';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** Somebody's clicks on one ad since its last reward. */
export type AdRun = { readonly clicks: number; readonly ad_session: string };

/** A click on an ad. */
export type AdClick = {
  readonly userId: number;
  readonly adType: string;
  /** How the run is called if this click begins one. */
  readonly session: string;
  /** More are not counted. */
  readonly required: number;
  readonly now: Date;
};

/** Counts a click, unless it comes too soon after the one before or none is needed any more; undefined then (SV-88). */
export async function countClick(tx: Tx, click: AdClick): Promise<AdRun | undefined> {
  const spacing = sql`make_interval(secs => ${AD_CLICK_SPACING_MS / 1000})`;
  const { rows } = await sql<AdRun>`
    INSERT INTO ad_runs AS run (user_id, ad_type, ad_session, clicks, clicked_at)
    VALUES (${click.userId}, ${click.adType}, ${click.session}, 1, ${click.now})
    ON CONFLICT (user_id, ad_type) DO UPDATE SET clicks = run.clicks + 1, clicked_at = EXCLUDED.clicked_at
    WHERE run.clicked_at <= EXCLUDED.clicked_at - ${spacing} AND run.clicks < ${click.required}
    RETURNING clicks, ad_session`.execute(tx);
  return rows[0];
}

/** The run as it is; locked until the transaction ends, so that it is used up once. */
export async function lockRun(tx: Tx, userId: number, adType: string): Promise<AdRun | undefined> {
  return tx
    .selectFrom('ad_runs')
    .select(['clicks', 'ad_session'])
    .where('user_id', '=', userId)
    .where('ad_type', '=', adType)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends a run; the next click begins another. */
export async function deleteRun(tx: Tx, userId: number, adType: string): Promise<void> {
  await tx.deleteFrom('ad_runs').where('user_id', '=', userId).where('ad_type', '=', adType).execute();
}
