import { AD_CLICK_SPACING_MS } from '@adda/contract/rewards';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** A user's clicks on one ad since its last reward. */
export type AdRun = { readonly clicks: number; readonly ad_session: string };

/** A click on an ad. */
export type AdClick = {
  readonly userId: number;
  readonly adType: string;
  /** The session id if this click starts a run. */
  readonly session: string;
  /** Clicks beyond this number are not counted. */
  readonly required: number;
  readonly now: Date;
};

/** Counts a click; undefined if it follows too soon after the last one or no further click is required (SV-88). */
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

/** Returns the run and locks it until the transaction ends, so that it is paid once. */
export async function lockRun(tx: Tx, userId: number, adType: string): Promise<AdRun | undefined> {
  return tx
    .selectFrom('ad_runs')
    .select(['clicks', 'ad_session'])
    .where('user_id', '=', userId)
    .where('ad_type', '=', adType)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes a run; the next click starts another. */
export async function deleteRun(tx: Tx, userId: number, adType: string): Promise<void> {
  await tx.deleteFrom('ad_runs').where('user_id', '=', userId).where('ad_type', '=', adType).execute();
}
