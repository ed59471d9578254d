import type { EventPayloads } from '@adda/contract/kernel';
import type { Group, GroupMessage, GroupOutgoing, groupSocket, HistoryPage } from '@adda/contract/rooms';
import type { ConnectionState, Refusal } from '../../platform/connection.ts';
import type { GroupConnection } from '../../platform/realtime.ts';
import { createConnectionFixture } from '../../test/connection.fixture.ts';

/** The id of the room in tests. */
export const GROUP_ID = 'a1b2c3d4e5f6a1b2c3d4e5f6';

/** The time of the first message of a test's room. */
const START = Date.parse('2026-11-21T10:00:00.000Z');

/** A message as the server sends it; each a second after the previous one. */
export function messageAt(sequence: number, given: Partial<GroupMessage> = {}): GroupMessage {
  return {
    _id: `a-${sequence.toString(36)}`,
    sequence,
    group_id: GROUP_ID,
    groupId: GROUP_ID,
    sender: 'riya',
    content: `message ${sequence}`,
    image_url: null,
    youtube_url: null,
    image_id: null,
    image_width: null,
    image_height: null,
    timestamp: new Date(START + sequence * 1000).toISOString(),
    is_deleted: false,
    version: 0,
    reactions: [],
    edited_at: null,
    reply_to: null,
    preview: null,
    forwarded_from: null,
    audio_url: null,
    audio_duration_ms: null,
    audio_waveform: null,
    mentions: [],
    is_private: false,
    recipient_usernames: [],
    clientMessageId: `client-${sequence}`,
    is_admin: false,
    is_private_notification: false,
    ...given,
  };
}

/** A page of history as the server returns it; by default the newest one. */
export const pageOf = (messages: GroupMessage[], given: Partial<HistoryPage> = {}): HistoryPage => ({
  messages,
  has_more: false,
  last_sequence: messages.at(-1)?.sequence ?? 0,
  revision: 0,
  cleared_to: 0,
  deleted_sequences: [],
  changed_messages: [],
  reload: false,
  ...given,
});

/** A room as the server sends it; by default non-members have no allowed actions. */
export const groupOf = (given: Partial<Group> = {}): Group => ({
  group_id: GROUP_ID,
  name: 'Rooftop Nights',
  description: '',
  created_at: '2026-11-20T10:00:00.000Z',
  member_count: 3,
  permissions: [],
  allowed_actions: given.is_member === false ? [] : ['read', 'send', 'leave', 'delete_own'],
  is_member: true,
  is_banned: false,
  creator: 'riya',
  topic: '',
  rules: '',
  picture: null,
  slow_mode_s: 0,
  visibility: 'public',
  category: 'other',
  languages: [],
  timeout_until: null,
  is_muted: false,
  muted_until: null,
  last_message_at: null,
  ...given,
});

/** A fake connection of a room. */
export function createTestConnection(first: ConnectionState = 'connected') {
  const refusalHandlers = new Set<(refusal: Refusal) => void>();
  const { connection: base, ...rest } = createConnectionFixture<
    GroupOutgoing,
    EventPayloads<(typeof groupSocket)['incoming']>
  >(first);
  const connection: GroupConnection = {
    ...base,
    onRefused(handler) {
      refusalHandlers.add(handler);
      return () => void refusalHandlers.delete(handler);
    },
    reconnect: () => undefined,
    close: () => undefined,
  };
  return {
    ...rest,
    connection,
    /** The contents of the emitted messages, in order. */
    said: () =>
      rest.sent.flatMap(({ event, payload }) => (event === 'group_message' ? [Object(payload).content] : [])),
    /** The client message ids of the emitted messages, in order. */
    ids: () =>
      rest.sent.flatMap(({ event, payload }) =>
        event === 'group_message' ? [String(Object(payload).clientMessageId)] : [],
      ),
    refuse(refusal: Refusal) {
      for (const handler of refusalHandlers) handler(refusal);
    },
  };
}
