import type { ActivityItem, ActivityKind } from '@adda/contract/activity';
import { activityKind } from '@adda/contract/activity';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../../activity/index.ts';
import { MISSED_LINES_MAX, missedMail, pathOf } from './missed-text.policy.ts';

const person = (username: string, displayName = username) => ({
  username,
  display_name: displayName,
  avatar: null,
});

const item = (kind: ActivityKind, more: Partial<ActivityItem> = {}): ActivityItem => ({
  activity_id: '0'.repeat(24),
  kind,
  actors: [person('esha')],
  actor_count: 1,
  subject: { type: 'post', id: 'p1' },
  excerpt: 'private words',
  created_at: '2026-11-01T10:00:00.000Z',
  is_read: false,
  ...more,
});

describe('NT-05: the sentences of a mail', () => {
  const cases: readonly (readonly [string, ActivityItem])[] = [
    ['esha liked your post', item('like')],
    ['esha liked your comment', item('like', { subject: { type: 'comment', id: 'c1' } })],
    ['esha commented on your post', item('comment')],
    ['esha replied to your comment', item('comment_reply')],
    ['esha now follows you', item('follow')],
    ['esha asked to follow you', item('follow_request')],
    ['esha mentioned you in a post', item('mention')],
    ['esha mentioned you in a comment', item('mention', { subject: { type: 'comment', id: 'c1' } })],
    [
      'esha mentioned you in a room',
      item('mention', { subject: { type: 'message', id: 'm-1', group_id: '0'.repeat(24) } }),
    ],
    ['esha mentioned you', item('mention', { subject: { type: 'message', id: 'm-1', username: 'esha' } })],
    ['esha replied to your message', item('reply')],
    ['esha reacted to your message', item('emoji_reaction')],
    ['esha gave you a gift', item('gift')],
    ['esha subscribed to you', item('subscription')],
    ['There is news about your payout', item('payout', { actors: [], actor_count: 0 })],
    ['esha invited you to a room', item('invite')],
    ['A message from the people who look after Adda', item('moderation', { actors: [], actor_count: 0 })],
    ['The copy of your data is ready', item('export_ready', { actors: [], actor_count: 0 })],
    ['You logged in on a new device', item('security', { actors: [], actor_count: 0 })],
    ['News from Adda', item('announcement', { actors: [], actor_count: 0 })],
  ];

  it.each(cases)('%s', (sentence, of) => expect(sentenceOf(of)).toBe(sentence));

  it('every kind has one', () => {
    expect(new Set(cases.map(([, { kind }]) => kind))).toEqual(new Set(activityKind.options));
  });

  const [esha, omar, ravi] = [person('esha'), person('omar'), person('ravi')];
  it.each([
    ['esha and omar liked your post', [esha, omar], 2],
    ['esha and 2 others liked your post', [esha, omar, ravi], 3],
    ['esha and 3 others liked your post', [esha, omar, ravi], 4],
    ['esha and 1 other liked your post', [esha], 2],
    ['Somebody liked your post', [], 1],
    ['5 people liked your post', [], 5],
    ['esha and 8 others now follow you', [esha, omar, ravi], 9],
  ])('%s', (sentence, actors, count) => {
    const kind = sentence.endsWith('follow you') ? 'follow' : 'like';
    expect(sentenceOf(item(kind, { actors, actor_count: count }))).toBe(sentence);
  });
});

it.each([
  ['Esha Rao', 'Esha Rao'],
  ['', 'esha'],
  ['Win at evil.example', 'esha'],
  ['https://evil.example', 'esha'],
  ['me@evil.example', 'esha'],
  ['a'.repeat(41), 'esha'],
  ['Esha\r\nBcc: x', 'esha'],
  ['Esha\n\nRao', 'Esha Rao'],
])('NT-05: a name is never a link and never a line of its own: %j', (given, shown) => {
  expect(sentenceOf(item('gift', { actors: [person('esha', given)] }))).toBe(`${shown} gave you a gift`);
});

it.each([
  ['/post/p1', { type: 'post', id: 'p1' }],
  ['/post/p1#comment-c1', { type: 'comment', id: 'c1', post_id: 'p1' }],
  ['/profile/esha', { type: 'user', id: 'esha' }],
  ['/v1/group/g1', { type: 'message', id: 'm-1', group_id: 'g1' }],
  ['/v1/chat/esha', { type: 'message', id: 'm-1', username: 'esha' }],
  ['/join/abc', { type: 'group', id: 'g1', invite_code: 'abc' }],
  ['/v1/group/g1', { type: 'group', id: 'g1' }],
  ['/v1', { type: 'report', id: 'r1' }],
] as const)('NT-05: one item leads to its place: %s', (path, subject) => {
  expect(pathOf(item('like', { subject }))).toBe(path);
});

describe('NT-05: the mail', () => {
  const links = {
    username: 'ann',
    publicUrl: 'https://adda.example',
    unsubscribeUrl: 'https://adda.example/u',
  };

  it('has at most ten lines, then how many more, and no words of users', () => {
    const items = Array.from({ length: 15 }, () => item('like'));
    const { text } = missedMail({ ...links, items, count: 27 });
    expect(text.match(/^- esha liked your post$/gm)).toHaveLength(MISSED_LINES_MAX);
    expect(text).toContain('\n- and 17 more\n');
    expect(text).toContain('\nhttps://adda.example/v1\n');
    expect(text).toContain('\nhttps://adda.example/u\n');
    expect(text).not.toContain('private words');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(76);
  });

  it('about one thing leads there', () => {
    const { text } = missedMail({ ...links, items: [item('like')], count: 1 });
    expect(text).not.toContain('more\n\nHave');
    expect(text).toContain('\nhttps://adda.example/post/p1\n');
  });
});
