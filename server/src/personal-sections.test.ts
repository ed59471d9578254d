import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { personalSections } from './personal-sections.ts';
import { createTestDatabase } from './test/database.fixture.ts';

/** Columns that identify users, with the section of the data copy that contains them. */
const COPIED: Readonly<Record<string, string>> = {
  'activity_items.user_id': 'activity',
  'ad_claims.user_id': 'ad_rewards',
  'ad_runs.user_id': 'ad_clicks',
  'blocks.blocker_id': 'blocks',
  'conversation_members.user_id': 'rooms',
  'conversation_mutes.user_id': 'muted',
  'direct_conversations.high_id': 'private_messages',
  'direct_conversations.low_id': 'private_messages',
  'drafts.user_id': 'drafts',
  'follows.followed_id': 'followers',
  'follows.follower_id': 'follows',
  'gifts.recipient_id': 'gifts',
  'gifts.sender_id': 'gifts',
  'hidden_ads.user_id': 'hidden_ads',
  'hidings.user_id': 'hiding',
  'images.owner_id': 'images',
  'private_requests.recipient_id': 'requests_received',
  'private_requests.sender_id': 'requests_sent',
  'push_subscriptions.user_id': 'push_subscriptions',
  'receipts.user_id': 'receipts',
  'recordings.owner_id': 'recordings',
  'media_files.owner_id': 'uploads',
  'message_reactions.user_id': 'reactions',
  'messages.recipient_ids': 'room_messages',
  'messages.sender_id': 'room_messages',
  'missed_mails.user_id': 'missed_mails',
  'notifications.user_id': 'notifications',
  'passkeys.user_id': 'passkeys',
  'payees.user_id': 'payee',
  'payment_orders.user_id': 'orders',
  'payouts.user_id': 'payouts',
  'plans.creator_id': 'plans',
  'post_comments.author_id': 'comments',
  'post_likes.user_id': 'likes',
  'posts.author_id': 'posts',
  'reports.reporter_id': 'reports',
  'room_bans.user_id': 'room_bans',
  'room_invites.created_by': 'room_invitations',
  'room_invites.recipient_id': 'room_invitations',
  'room_grants.user_id': 'rooms',
  'room_log.actor_id': 'room_log',
  'room_log.user_id': 'room_log',
  'room_pins.pinned_by': 'room_pins',
  'room_timeouts.user_id': 'room_timeouts',
  'rooms.creator_id': 'rooms_created',
  'sales.creator_id': 'sales',
  'sanctions.user_id': 'sanctions',
  'sessions.user_id': 'sessions',
  'spins.user_id': 'spins',
  'subscriptions.creator_id': 'subscribers',
  'subscriptions.subscriber_id': 'subscriptions',
  'users.referred_by': 'referrals',
  'wallet_lines.user_id': 'wallet_history',
  'wallets.user_id': 'wallet',
};

/** Columns that identify users and are not in the copy, with the reason. */
const NOT_COPIED: Readonly<Record<string, string>> = {
  'account_origins.user_id': 'keyed hashes without readable content',
  'account_networks.user_id': 'keyed hashes without readable content',
  'account_places.user_id': 'keyed hashes without readable content',
  'activity_items.actor_id': 'in the activity of other users; what the user did has its own sections',
  'activity_moves.user_id': 'a place in a list, for minutes',
  'activity_readers.user_id': 'up to when they read the announcements',
  'ad_events.user_id': 'kept for an hour',
  'ad_claimers.user_id': 'only holds a lock',
  'announcements.created_by': 'an act of an administrator',
  'appeals.decided_by': 'an act of an administrator',
  'audit_entries.actor_id': 'an act of an administrator',
  'blocks.blocked_id': 'blocks are not disclosed to the blocked user (R-14)',
  'bonus_requests.decided_by': 'an act of an administrator',
  'bonus_requests.payee_id': 'in the wallet history once it is paid',
  'bonus_requests.proposed_by': 'an act of an administrator',
  'conversation_changes.hidden_for': 'what they do not want to see',
  'conversation_writers.user_id': 'an index of messages, which are in the copy',
  'creator_totals.user_id': 'counts of rows in the copy',
  'data_exports.user_id': 'the copies themselves',
  'drafts.peer_id': 'unsent texts of other users',
  'ended_follows.followed_id': 'kept for hours',
  'ended_follows.follower_id': 'kept for hours',
  'evasion_flags.decided_by': 'an act of an administrator',
  'evasion_flags.suspended_id': 'a hint under review',
  'evasion_flags.user_id': 'a hint under review',
  'first_contacts.recipient_id': 'counts of private messages, which are in the copy',
  'first_contacts.sender_id': 'counts of private messages, which are in the copy',
  'hidden_messages.user_id': 'what they do not want to see',
  'ledger_entries.user_id': 'each line is in the wallet history',
  'listed_words.added_by': 'an act of an administrator',
  'login_challenges.user_id': 'logins that wait for minutes, stored as hashes',
  'mail_links.user_id': 'links that work for days, stored as hashes',
  'message_deletions.hidden_for': 'what they do not want to see',
  'pending_previews.sender_id': 'waits for minutes; the messages are in the copy',
  'messages.about_ids': 'notices of gifts, which have a section',
  'messages.deleted_by': 'deleted messages are not in the copy',
  'messages.forwarded_from_id': 'in messages of other users, who forwarded one of theirs',
  'messages.mention_ids': 'derived from the texts of others, which only name the user',
  'open_chats.peer_id': 'kept for seconds',
  'open_chats.user_id': 'kept for seconds',
  'payouts.first_approved_by': 'an act of an administrator',
  'presence.user_id': 'kept for seconds',
  'push_deliveries.subscription_id': 'kept for seconds, or until the last try',
  'push_deliveries.user_id': 'kept for seconds, or until the last try',
  'recovery_codes.user_id': 'hashes without readable content',
  'referral_reviews.decided_by': 'an act of an administrator',
  'referral_reviews.friend_id': 'a reward under review; friends are in the section referrals',
  'referral_reviews.referrer_id': 'a reward under review; friends are in the section referrals',
  'reports.assigned_to': 'an act of an administrator',
  'reports.decided_by': 'an act of an administrator',
  'reports.reported_id': 'evidence from other users (SV-47)',
  'reward_ads.pay_set_by': 'an act of an administrator',
  'room_bans.banned_by': 'an act of a moderator, visible in the room',
  'room_grants.granted_by': 'an act of a moderator, visible in the room',
  'room_timeouts.set_by': 'an act of a moderator, in the section room_log',
  'room_turns.user_id': 'kept for hours; the messages are in the copy',
  'sanctions.ended_by': 'an act of an administrator',
  'sanctions.issued_by': 'an act of an administrator',
  'spin_days.user_id': 'counts of spins, which are in the copy',
  'totp_secrets.user_id': 'the secret of an authenticator app, encrypted',
  'unread_mentions.user_id': 'derived from messages of others, until they are read',
  'unread_whispers.sender_id': 'the whispers are in the copy',
  'unread_whispers.user_id': 'the whispers are in the copy',
  'upload_hashes.added_by': 'an act of an administrator',
};

async function columnsThatIdentifyUsers(): Promise<string[]> {
  const { database, cleanup } = await createTestDatabase();
  onTestFinished(cleanup);
  const { rows } = await sql<{ name: string }>`
    SELECT col.table_name || '.' || col.column_name AS name
    FROM information_schema.columns col
    WHERE col.table_schema = 'public' AND col.udt_name IN ('int8', '_int8')
      AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass(quote_ident(col.table_name)) AND relispartition)
      AND (
        EXISTS (
          SELECT FROM pg_constraint con
          JOIN pg_attribute att ON att.attrelid = con.conrelid AND att.attnum = ANY (con.conkey)
          WHERE con.contype = 'f' AND con.confrelid = 'users'::regclass
            AND con.conrelid = to_regclass(quote_ident(col.table_name)) AND att.attname = col.column_name)
        OR (col.column_name ~ '_(id|ids|by|for)$' AND col.column_name NOT IN ('conversation_id', 'entry_id', 'stored_by') AND
          (col.column_name = 'user_id' OR NOT EXISTS (
          SELECT FROM pg_constraint con
          JOIN pg_attribute att ON att.attrelid = con.conrelid AND att.attnum = ANY (con.conkey)
          WHERE con.contype = 'f' AND con.confrelid <> 'users'::regclass
            AND con.conrelid = to_regclass(quote_ident(col.table_name)) AND att.attname = col.column_name))))
    ORDER BY 1`.execute(database.db);
  return rows.map((row) => row.name);
}

it('SV-104: every column that identifies users is in the data copy or has a documented reason', async () => {
  const known = [...Object.keys(COPIED), ...Object.keys(NOT_COPIED)].toSorted();
  expect(await columnsThatIdentifyUsers()).toEqual(known);
  const names = personalSections('a secret').map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const section of Object.values(COPIED)) expect(names).toContain(section);
});
