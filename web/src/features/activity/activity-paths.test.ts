import { hrefOf, type ActivitySubject } from '@adda/contract/activity';
import { describe, expect, it } from 'vitest';
import { itemOf } from './activity.fixture.ts';

describe('where an item leads', () => {
  it.each<[string, ActivitySubject, string | undefined]>([
    ['a message of a room', { type: 'message', id: '1f-2s', group_id: 'g1' }, '/v1/group/g1?m=100'],
    ['a message of a private chat', { type: 'message', id: '1f-a', username: 'esha' }, '/v1/chat/esha?m=10'],
    ['a message without a place', { type: 'message', id: '1f-a' }, undefined],
    ['a post', { type: 'post', id: 'p1' }, '/post/p1'],
    ['a comment', { type: 'comment', id: 'c1', post_id: 'p1' }, '/post/p1#comment-c1'],
    ['a room', { type: 'group', id: 'g1' }, '/v1/group/g1'],
    ['an invitation to a room', { type: 'group', id: 'g1', invite_code: 'abc' }, '/join/abc'],
    ['a person', { type: 'user', id: '_guest-nova' }, '/profile/_guest-nova'],
    ['a payout', { type: 'order', id: 'o1' }, undefined],
    ['what the operators say', { type: 'report', id: 'n1' }, undefined],
  ])('NT-02: %s', (_what, subject, href) => {
    expect(hrefOf(itemOf(1, { subject }))).toBe(href);
  });

  it('NT-02: follows lead to the newest follower, not to the reader, who is their subject', () => {
    const actors = [{ username: 'omar', display_name: 'Omar', avatar: null }];
    const subject = { type: 'user', id: 'asha' } as const;
    expect(hrefOf(itemOf(1, { kind: 'follow', actors, subject }))).toBe('/profile/omar');
  });
});
