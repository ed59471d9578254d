import { sql } from 'kysely';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';

const spins = sectionOf(
  { name: 'spins', about: 'Your spins of the wheel; coins in hundredths.', start: '' },
  (me, after) => sql`
    SELECT * FROM (
      SELECT day || ' ' || lpad(slot::text, 9, '0') AS cursor, day, outcome, paid, spun_at FROM spins
      WHERE user_id = ${me}
    ) spin WHERE cursor > ${after} ORDER BY cursor LIMIT ${PERSONAL_PAGE}`,
);

const adRewards = sectionOf(
  { name: 'ad_rewards', about: 'What you got for clicks on ads; coins in hundredths.', start: '' },
  (me, after) => sql`
    SELECT * FROM (
      SELECT day || ' ' || lpad(n::text, 9, '0') AS cursor, day, ad_type, paid, claimed_at FROM ad_claims
      WHERE user_id = ${me}
    ) claim WHERE cursor > ${after} ORDER BY cursor LIMIT ${PERSONAL_PAGE}`,
);

const adRuns = sectionOf(
  { name: 'ad_clicks', about: 'Clicks on ads that are on their way to a reward.', start: '' },
  (me, after) => sql`
    SELECT ad_type AS cursor, ad_type, clicks, clicked_at FROM ad_runs
    WHERE user_id = ${me} AND ad_type > ${after} ORDER BY ad_type LIMIT ${PERSONAL_PAGE}`,
);

/** Sections of the personal data export that rewards own. */
export const rewardSections: readonly PersonalSection[] = [spins, adRewards, adRuns];
