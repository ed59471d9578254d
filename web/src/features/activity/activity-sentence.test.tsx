import type { ActivityItem } from '@adda/contract/activity';
import { describe, expect, it } from 'vitest';
import { render } from '../../test/render.tsx';
import { ActivitySentence } from './activity-sentence.tsx';
import { actorsOf, itemOf } from './activity.fixture.ts';

const sentenceOf = (given: Partial<ActivityItem>) =>
  render(<ActivitySentence item={itemOf(1, given)} />).container.textContent;

const by = (count: number, ...names: string[]) => ({ actors: actorsOf(...names), actor_count: count });

describe('the sentence of an item', () => {
  it.each<[string, Partial<ActivityItem>]>([
    ['esha liked your post', {}],
    ['esha and omar liked your post', by(2, 'esha', 'omar')],
    ['esha, omar and kabir liked your post', by(3, 'esha', 'omar', 'kabir')],
    ['esha, omar and 2 others liked your post', by(4, 'esha', 'omar', 'kabir')],
    ['esha, omar and 7 others liked your post', by(9, 'esha', 'omar', 'kabir')],
    ['esha, omar and 1 other liked your post', by(3, 'esha', 'omar')],
    ['esha and 1 other liked your post', by(2, 'esha')],
    ['esha and 4 others liked your post', by(5, 'esha')],
    ['Somebody liked your post', by(1)],
    ['12 people liked your post', by(12)],
    ['esha liked your comment', { subject: { type: 'comment', id: 'c' } }],
    ['esha commented on your post', { kind: 'comment' }],
    ['esha replied to your comment', { kind: 'comment_reply' }],
    ['esha now follows you', { kind: 'follow' }],
    ['esha and omar now follow you', { kind: 'follow', ...by(2, 'esha', 'omar') }],
    ['esha asked to follow you', { kind: 'follow_request' }],
    ['esha mentioned you', { kind: 'mention', subject: { type: 'message', id: '1-2', username: 'esha' } }],
    [
      'esha mentioned you in a room',
      { kind: 'mention', subject: { type: 'message', id: '1-2', group_id: 'g' } },
    ],
    ['esha mentioned you in a comment', { kind: 'mention', subject: { type: 'comment', id: 'c' } }],
    ['esha mentioned you in a post', { kind: 'mention' }],
    ['esha replied to your message', { kind: 'reply' }],
    ['esha reacted to your message', { kind: 'emoji_reaction' }],
    ['esha and 4 others reacted to your message', { kind: 'emoji_reaction', ...by(5, 'esha') }],
    ['esha gave you a gift', { kind: 'gift' }],
    ['esha subscribed to you', { kind: 'subscription' }],
    [
      'You logged in on a new device. Was it not you? See your devices.',
      { kind: 'security', ...by(0), subject: { type: 'session', id: 'a' } },
    ],
    ['There is news about your payout', { kind: 'payout', ...by(0) }],
    ['esha invited you to a room', { kind: 'invite' }],
    ['A message from the people who look after Adda', { kind: 'moderation', ...by(0) }],
    ['The copy of your data is ready', { kind: 'export_ready', ...by(0) }],
    ['News from Adda', { kind: 'announcement', ...by(0) }],
  ])('NT-01: %s', (sentence, given) => {
    expect(sentenceOf(given)).toBe(sentence);
  });

  it('NT-01: names a guest, and somebody without a display name, by what is left of the username', () => {
    const actors = [{ username: '_guest-nova', display_name: '', avatar: null }];
    expect(sentenceOf({ actors })).toBe('nova liked your post');
  });
});
