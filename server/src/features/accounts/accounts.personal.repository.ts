import { sql } from 'kysely';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';
import { currencyOfUser } from './settings.repository.ts';

const account = sectionOf(
  { name: 'account', about: 'Your account and what you show of yourself.' },
  (me, after) => sql`
    SELECT id AS cursor, username, display_name, is_guest, role, email, email_verified_at, has_totp, birth_date, sex, country,
      state, bio, links, profile_image_url, is_available, tell_read, link_previews, name_when_forwarded, who_may_write,
      hide_followers, hide_following, ${currencyOfUser} AS currency, notifications,
      quiet_hours, preview, referral_code, last_active_at, created_at
    FROM users WHERE id = ${me} AND id > ${after} AND deleted_at IS NULL LIMIT ${PERSONAL_PAGE}`,
);

const sessions = sectionOf(
  { name: 'sessions', about: 'Devices that you were logged in on.', start: '' },
  (me, after) => sql`
    SELECT id AS cursor, device, country, created_at, last_used_at, expires_at, revoked_at FROM sessions
    WHERE user_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

const referrals = sectionOf(
  { name: 'referrals', about: 'Friends who signed up with your link.' },
  (me, after) => sql`
    SELECT id AS cursor, username, email_verified_at IS NOT NULL AS verified, referral_rewarded_at AS rewarded_at
    FROM users WHERE referred_by = ${me} AND deleted_at IS NULL AND id > ${after}
    ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

const passkeys = sectionOf(
  { name: 'passkeys', about: 'Your passkeys.', start: '' },
  (me, after) => sql`
    SELECT id AS cursor, name, created_at, last_used_at FROM passkeys
    WHERE user_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

/** Personal data held by accounts, for data exports. */
export const accountSections: readonly PersonalSection[] = [account, sessions, passkeys, referrals];
