import { sql } from 'kysely';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';

const hiddenAds = sectionOf(
  { name: 'hidden_ads', about: 'Ads that you do not want to see.', start: '' },
  (me, after) => sql`
    SELECT hidden.ad_id AS cursor, ad.sponsor, hidden.created_at
    FROM hidden_ads hidden JOIN ads ad ON ad.ad_id = hidden.ad_id
    WHERE hidden.user_id = ${me} AND hidden.ad_id > ${after} ORDER BY hidden.ad_id LIMIT ${PERSONAL_PAGE}`,
);

/** Sections of the personal data export that ads own. */
export const adSections: readonly PersonalSection[] = [hiddenAds];
