import { sql, type Kysely } from 'kysely';
import { installSqlFunctions } from '../src/platform/database/sql-functions.ts';

/**
 * Settings, invitations, limits, pins and the log of rooms (GR), muted conversations (GR-07), and the requests of strangers
 * (MR).
 *
 * `conversations.slow_mode_s` stands with the head, which every message locks anyway; `room_turns` holds when a user last
 * wrote or gave in a room with slow mode. `direct_conversations.accepted_by_*`: this user has written in the chat or accepted
 * the request of the other. `private_requests` counts the texts that a stranger has written to a user, whispers included;
 * a row is never removed while both accounts exist, so that nothing gives texts back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addRoomSettings(db);
  await addRoomTables(db);
  await addRequests(db);
  await giveRoomsOwners(db);
  await installSqlFunctions(db, {
    is_room_moderator: '20f88a4a13fc9c41',
    is_stranger: '7b664288fd79afba',
    may_begin_chat: '185af871597596c3',
    room_limits: '184f7f0ad8a545c5',
    store_messages: '9bea69061113c5c2',
    store_receipts: '379df2d76f8851de',
    stranger_contacts: '4f944b0b605f1165',
  });
}

async function addRoomSettings(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE rooms
      ADD COLUMN topic text NOT NULL DEFAULT '',
      ADD COLUMN rules text NOT NULL DEFAULT '',
      ADD COLUMN picture_url text,
      ADD COLUMN is_private boolean NOT NULL DEFAULT false,
      ADD COLUMN category text NOT NULL DEFAULT 'other',
      ADD COLUMN languages text[] NOT NULL DEFAULT '{}'`.execute(db);
  await sql`ALTER TABLE conversations ADD COLUMN slow_mode_s integer NOT NULL DEFAULT 0`.execute(db);
  // loosens: names are unique among public rooms only (GR-01).
  await sql`DROP INDEX rooms_name_key`.execute(db);
  await sql`
    CREATE UNIQUE INDEX rooms_name_key ON rooms (lower(name)) WHERE deleted_at IS NULL AND NOT is_private`.execute(
    db,
  );
  await sql`CREATE INDEX rooms_category ON rooms (category) WHERE deleted_at IS NULL`.execute(db);
}

async function addRoomTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE room_invites (
      code text PRIMARY KEY,
      conversation_id bigint NOT NULL REFERENCES rooms (conversation_id) ON DELETE CASCADE,
      created_by bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      recipient_id bigint REFERENCES users (id) ON DELETE CASCADE,
      max_uses integer CHECK (max_uses > 0),
      uses integer NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      CHECK (uses <= max_uses)
    )`.execute(db);
  await sql`CREATE INDEX room_invites_room ON room_invites (conversation_id, created_at)`.execute(db);
  await sql`CREATE INDEX room_invites_maker ON room_invites (created_by, conversation_id)`.execute(db);
  await sql`CREATE INDEX room_invites_recipient ON room_invites (recipient_id) WHERE recipient_id IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE TABLE room_timeouts (
      conversation_id bigint NOT NULL REFERENCES rooms (conversation_id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      until timestamptz(3) NOT NULL,
      set_by bigint REFERENCES users (id) ON DELETE SET NULL,
      PRIMARY KEY (conversation_id, user_id)
    )`.execute(db);
  await sql`CREATE INDEX room_timeouts_user ON room_timeouts (user_id)`.execute(db);
  await sql`
    CREATE TABLE room_turns (
      conversation_id bigint NOT NULL REFERENCES rooms (conversation_id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      taken_at timestamptz(3) NOT NULL,
      PRIMARY KEY (conversation_id, user_id)
    )`.execute(db);
  await sql`CREATE INDEX room_turns_user ON room_turns (user_id)`.execute(db);
  await sql`
    CREATE TABLE room_pins (
      conversation_id bigint NOT NULL REFERENCES rooms (conversation_id) ON DELETE CASCADE,
      sequence bigint NOT NULL,
      pinned_by bigint REFERENCES users (id) ON DELETE SET NULL,
      pinned_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (conversation_id, sequence)
    )`.execute(db);
  await sql`CREATE INDEX room_pins_by ON room_pins (pinned_by)`.execute(db);
  await sql`
    CREATE TABLE room_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      conversation_id bigint NOT NULL REFERENCES rooms (conversation_id) ON DELETE CASCADE,
      kind text NOT NULL,
      actor_id bigint REFERENCES users (id) ON DELETE SET NULL,
      user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      sequence bigint,
      reason text NOT NULL DEFAULT '',
      details jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX room_log_room ON room_log (conversation_id, id)`.execute(db);
  await sql`CREATE INDEX room_log_age ON room_log (created_at)`.execute(db);
  await sql`CREATE INDEX room_log_actor ON room_log (actor_id)`.execute(db);
  await sql`CREATE INDEX room_log_user ON room_log (user_id)`.execute(db);
  await sql`
    CREATE TABLE conversation_mutes (
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      conversation_id bigint NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      until timestamptz(3),
      mentions_too boolean NOT NULL DEFAULT false,
      PRIMARY KEY (user_id, conversation_id)
    )`.execute(db);
  await sql`CREATE INDEX conversation_mutes_conversation ON conversation_mutes (conversation_id)`.execute(db);
}

/** Gives rooms whose creator has deleted the account to a member, as leaving does from now on (GR-05). */
async function giveRoomsOwners(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE rooms room SET creator_id = successor.id
    FROM rooms orphan
    CROSS JOIN LATERAL (
      SELECT person.id FROM conversation_members member JOIN users person ON person.id = member.user_id
      LEFT JOIN LATERAL (
        SELECT count(*) AS permissions FROM room_grants held
        WHERE held.conversation_id = member.conversation_id AND held.user_id = member.user_id
      ) held ON true
      WHERE member.conversation_id = orphan.conversation_id AND NOT person.is_guest
        AND person.suspended_at IS NULL AND person.deleted_at IS NULL
      ORDER BY held.permissions DESC, member.joined_at, person.id LIMIT 1
    ) successor
    WHERE room.conversation_id = orphan.conversation_id AND orphan.deleted_at IS NULL
      AND EXISTS (SELECT FROM users creator WHERE creator.id = orphan.creator_id AND creator.deleted_at IS NOT NULL)`.execute(
    db,
  );
}

async function addRequests(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users
      ADD COLUMN who_may_write text NOT NULL DEFAULT 'everyone'`.execute(db);
  await sql`
    ALTER TABLE direct_conversations
      ADD COLUMN accepted_by_low boolean NOT NULL DEFAULT false,
      ADD COLUMN accepted_by_high boolean NOT NULL DEFAULT false`.execute(db);
  await sql`
    CREATE TABLE private_requests (
      sender_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      recipient_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      texts integer NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      declined_at timestamptz(3),
      PRIMARY KEY (sender_id, recipient_id)
    )`.execute(db);
  await sql`CREATE INDEX private_requests_recipient ON private_requests (recipient_id)`.execute(db);
  // Chats from before: who has written in one has accepted it, and the texts to those who have not are counted.
  await sql`
    UPDATE direct_conversations pair SET
      accepted_by_low = EXISTS (
        SELECT FROM messages m WHERE m.conversation_id = pair.conversation_id AND m.sender_id = pair.low_id
      ),
      accepted_by_high = EXISTS (
        SELECT FROM messages m WHERE m.conversation_id = pair.conversation_id AND m.sender_id = pair.high_id
      )`.execute(db);
  await sql`
    INSERT INTO private_requests (sender_id, recipient_id, texts)
    SELECT m.sender_id, pair.low_id + pair.high_id - m.sender_id, count(*)
    FROM direct_conversations pair JOIN messages m ON m.conversation_id = pair.conversation_id
    WHERE NOT (pair.accepted_by_low AND pair.accepted_by_high) AND m.sender_id IN (pair.low_id, pair.high_id)
    GROUP BY m.sender_id, pair.low_id, pair.high_id`.execute(db);
}
