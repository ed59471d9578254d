import type { Group, GroupMessage, GroupOutgoing, HistoryPage } from '@adda/contract/rooms';
import type { ConnectionState, Refusal } from '../../platform/connection.ts';
import type { GroupConnection } from '../../platform/realtime.ts';

/** A room's id as tests use it. */
export const GROUP_ID = 'a1b2c3d4e5f6a1b2c3d4e5f6';

/** When the first message of a test's room was said. */
const START = Date.parse('2026-11-21T10:00:00.000Z');

/** A message of somebody's as the server sends it; a second after the one before. */
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
    is_private: false,
    recipient_usernames: [],
    clientMessageId: `client-${sequence}`,
    is_admin: false,
    is_private_notification: false,
    ...given,
  };
}

/** A page of history as the server answers it; the newest one unless told. */
export const pageOf = (messages: GroupMessage[], given: Partial<HistoryPage> = {}): HistoryPage => ({
  messages,
  has_more: false,
  last_sequence: messages.at(-1)?.sequence ?? 0,
  revision: 0,
  cleared_to: 0,
  deleted_sequences: [],
  ...given,
});

/** A room as the server answers it. */
export const groupOf = (given: Partial<Group> = {}): Group => ({
  group_id: GROUP_ID,
  name: 'Rooftop Nights',
  description: '',
  created_at: '2026-11-20T10:00:00.000Z',
  member_count: 3,
  permissions: [],
  allowed_actions: ['read', 'send', 'leave', 'delete_own'],
  is_member: true,
  is_banned: false,
  creator: 'riya',
  last_message_at: null,
  ...given,
});

/** A connection whose server is the test. */
export function createTestLine(first: ConnectionState = 'connected') {
  let state = first;
  const handlers = new Map<string, Set<(payload: unknown) => void>>();
  const stateHandlers = new Set<(state: ConnectionState, isAgain: boolean) => void>();
  const refusalHandlers = new Set<(refusal: Refusal) => void>();
  const sent: { event: string; payload: unknown }[] = [];
  const line: GroupConnection = {
    on(event, handler) {
      const all = handlers.get(event) ?? new Set();
      handlers.set(event, all);
      // What `say` hands in has the event's own payload type.
      const hear = handler as (payload: unknown) => void;
      all.add(hear);
      return () => void all.delete(hear);
    },
    emit(event, payload) {
      if (state !== 'connected') return false;
      sent.push({ event, payload });
      return true;
    },
    state: () => state,
    onState(handler) {
      stateHandlers.add(handler);
      return () => void stateHandlers.delete(handler);
    },
    onRefused(handler) {
      refusalHandlers.add(handler);
      return () => void refusalHandlers.delete(handler);
    },
    reconnect: () => undefined,
    close: () => undefined,
  };
  return {
    line,
    sent,
    /** The contents of the messages that left, in order. */
    said: () =>
      sent.flatMap(({ event, payload }) => (event === 'group_message' ? [Object(payload).content] : [])),
    /** The client message ids of the messages that left, in order. */
    ids: () =>
      sent.flatMap(({ event, payload }) =>
        event === 'group_message' ? [String(Object(payload).clientMessageId)] : [],
      ),
    /** Sends an event from the server. */
    say<E extends keyof GroupOutgoing>(event: E, payload: GroupOutgoing[E]) {
      for (const handler of handlers.get(event) ?? []) handler(payload);
    },
    move(next: ConnectionState, isAgain = false) {
      state = next;
      for (const handler of stateHandlers) handler(next, isAgain);
    },
    refuse(refusal: Refusal) {
      for (const handler of refusalHandlers) handler(refusal);
    },
  };
}
