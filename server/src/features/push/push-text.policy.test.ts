import type { ActivityItem } from '@adda/contract/activity';
import { PUSH_PAYLOAD_MAX_BYTES } from '@adda/contract/push';
import { expect, it } from 'vitest';
import type { PushPlace } from './push-places.repository.ts';
import { activityPayload, fitPayload, messagePayload } from './push-text.policy.ts';

const chat: PushPlace = {
  userId: 1,
  conversationId: 7,
  groupId: null,
  roomName: null,
  username: 'esha',
  displayName: 'Esha 🌿',
  isMuted: false,
  mutesMentions: false,
  isOpen: false,
  unread: 3,
};

const room: PushPlace = { ...chat, groupId: 'g1', roomName: 'Tea', username: null, displayName: null };

const item = (values: Partial<ActivityItem>): ActivityItem => ({
  activity_id: 'a1',
  kind: 'mention',
  actors: [{ username: 'esha', display_name: 'Esha', avatar: null }],
  actor_count: 1,
  subject: { type: 'message', id: '7-2s', group_id: 'g1' },
  excerpt: 'Look here',
  created_at: '2026-11-26T12:00:00.000Z',
  is_read: false,
  ...values,
});

const message = { messageId: '7-2s', sequence: 100, words: 'Photo', place: chat };

it('PN-03: a private message is named by its sender, and leads to its place', () => {
  expect(messagePayload(message, 'full')).toEqual({
    kind: 'message',
    tag: 'chat:esha',
    title: 'Esha 🌿',
    body: 'Photo',
    url: '/v1/chat/esha?m=100',
    count: 3,
    message_id: '7-2s',
  });
});

it('PN-03, NT-03: a mention stands under the name of the room, with the words only in a full preview', () => {
  const texts = (['full', 'name', 'none'] as const).map((preview) => {
    const { title, body, tag, url } = activityPayload(item({}), room, preview);
    return [title, body, tag, url];
  });
  expect(texts).toEqual([
    ['Tea', 'Esha: Look here', 'room:g1', '/v1/group/g1?m=100'],
    ['Tea', 'Esha mentioned you in a room', 'room:g1', '/v1/group/g1?m=100'],
    ['New message', '', 'room:g1', '/v1/group/g1?m=100'],
  ]);
});

it('PN-03: other kinds have a tag of their own and are about no message', () => {
  const liked = item({ kind: 'like', subject: { type: 'post', id: 'p1' }, excerpt: 'Holi', actor_count: 3 });
  expect(activityPayload(liked, undefined, 'full')).toEqual({
    kind: 'like',
    tag: 'a1',
    title: 'Esha and 2 others liked your post',
    body: 'Holi',
    url: '/post/p1',
    count: 1,
  });
  expect(activityPayload(liked, undefined, 'none')).toMatchObject({ title: 'New activity', body: '' });
});

it('PN-03: a payload has at most 3 KiB, and its words end between two characters', () => {
  const family = '👨‍👩‍👧‍👦';
  const title = 'न'.repeat(500);
  const long = fitPayload({ ...messagePayload(message, 'full'), title, body: family.repeat(400) });
  expect(Buffer.byteLength(JSON.stringify(long))).toBeLessThanOrEqual(PUSH_PAYLOAD_MAX_BYTES);
  expect(long.body.replaceAll(family, '')).toBe('…');
  expect(long.body.length).toBeGreaterThan(500);
});
