import type { Profile } from '@adda/contract/profiles';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showsPeople } from '../../../platform/people-queries.ts';
import { meQuery } from '../../accounts/index.ts';
import { creatorKeys, type CreatorEvent } from '../../creators/index.ts';
import { postKeys } from '../../feed/index.ts';
import { ownAccount, photoOf, planOf, profileFor } from '../profiles.fixture.tsx';
import { profileKeys } from '../profiles.queries.ts';
import { applyCreatorEvent, catchUpWithCreators } from './profile-events.ts';

let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
});
afterEach(() => void vi.useRealTimers());

const apply = (event: CreatorEvent) => applyCreatorEvent(client, 'asha', event);
const hold = (profile: Profile) => client.setQueryData(profileKeys.one(profile.username), profile);
const held = (username: string) => client.getQueryData<Profile>(profileKeys.one(username));
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

function holdMedia(username: string) {
  const page = { media: [photoOf(1, { sender_username: username })], total_count: 1 };
  client.setQueryData(postKeys.media(username), { pages: [page], pageParams: [''] });
}

describe('events of a profile', () => {
  it('RT-34: a new name, bio and picture appear immediately, and everything that shows users is reloaded', () => {
    hold(profileFor('riya', { is_following: true }));
    client.setQueryDefaults(['people'], { meta: showsPeople });
    client.setQueryData(['people'], ['riya']);
    const now = {
      username: 'riya',
      display_name: 'Riya R',
      bio: 'Songs',
      links: ['https://riya.example'],
      profile_image_url: '/media/avatars/1',
    };
    apply({ event: 'profile_updated', payload: now });
    expect(held('riya')).toMatchObject({
      ...now,
      profile_picture: now.profile_image_url,
      is_following: true,
    });
  });

  it('RT-34: a change on another device reloads the account', () => {
    client.setQueryData(meQuery.queryKey, ownAccount());
    const { username, display_name, bio, links, profile_image_url } = profileFor('asha');
    apply({ event: 'profile_updated', payload: { username, display_name, bio, links, profile_image_url } });
    expect(isStale(meQuery.queryKey)).toBe(true);
  });

  it('RT-29: a new plan is in the list once, however often the event arrives', () => {
    hold(profileFor('riya'));
    client.setQueryData(creatorKeys.plans('riya'), []);
    const plan = planOf();
    apply({ event: 'plan_created', payload: { plan } });
    apply({ event: 'plan_created', payload: { plan } });
    expect(client.getQueryData(creatorKeys.plans('riya'))).toEqual([plan]);
    expect(isStale(profileKeys.one('riya'))).toBe(true);
  });

  it.each([
    ['RT-35', 'new_subscriber', false, true],
    ['RT-36', 'subscriber_removed', true, false],
  ] as const)(
    '%s, X-44: %s flips the subscriber’s own screen, and media are read again',
    (_id, event, was, is) => {
      hold(profileFor('riya', { is_subscribed: was }));
      holdMedia('riya');
      apply({ event, payload: { creator: 'riya', subscriber: 'asha' } });
      expect(held('riya')?.is_subscribed).toBe(is);
      expect(isStale(postKeys.media('riya'))).toBe(true);
      expect(isStale(profileKeys.one('riya'))).toBe(true);
    },
  );

  it.each(['new_subscriber', 'subscriber_removed'] as const)(
    'RT-35, RT-36: after %s the page of a plan reloads the subscription state',
    (event) => {
      client.setQueryData(creatorKeys.check('riya'), { is_subscribed: false });
      apply({ event, payload: { creator: 'riya', subscriber: 'zoya' } });
      expect(isStale(creatorKeys.check('riya'))).toBe(false);
      apply({ event, payload: { creator: 'riya', subscriber: 'asha' } });
      expect(isStale(creatorKeys.check('riya'))).toBe(true);
    },
  );

  it('X-44: another user’s subscription changes only the count of the creator', () => {
    hold(profileFor('riya'));
    hold(profileFor('asha'));
    holdMedia('riya');
    apply({ event: 'new_subscriber', payload: { creator: 'riya', subscriber: 'zoya' } });
    expect(held('riya')?.is_subscribed).toBe(false);
    expect([isStale(profileKeys.one('riya')), isStale(postKeys.media('riya'))]).toEqual([false, false]);
    apply({ event: 'new_subscriber', payload: { creator: 'asha', subscriber: 'zoya' } });
    expect(isStale(profileKeys.one('asha'))).toBe(true);
    expect(held('asha')?.is_subscribed).toBe(false);
  });
});

describe('events of media', () => {
  const media = photoOf(1);
  const events: readonly CreatorEvent[] = [
    { event: 'media_uploaded', payload: { media } },
    { event: 'media_updated', payload: { media } },
    { event: 'media_deleted', payload: { media_id: media.media_id, creator: 'riya' } },
    {
      event: 'media_preview_ready',
      payload: { media_id: media.media_id, creator: 'riya', preview_url: null },
    },
  ];

  it.each(events)('RT-30 to RT-33, ME-24: after $event the list is reloaded, 300 ms later', (event) => {
    holdMedia('riya');
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('nobody there'));
    apply(event);
    vi.advanceTimersByTime(299);
    expect(isStale(postKeys.media('riya'))).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isStale(postKeys.media('riya'))).toBe(true);
  });

  it('HM-15: a post that is locked now changes the profile, which has a tab of locked posts', () => {
    hold(profileFor('riya'));
    holdMedia('riya');
    apply({ event: 'media_updated', payload: { media } });
    expect(isStale(profileKeys.one('riya'))).toBe(false);
    apply({ event: 'media_updated', payload: { media: { ...media, is_locked: true } } });
    expect(isStale(profileKeys.one('riya'))).toBe(true);
  });

  it('counts of likes cause no reload', () => {
    holdMedia('riya');
    const counts = { media_id: media.media_id, like_count: 7, comment_count: 1, share_count: 0 };
    apply({ event: 'media_reactions', payload: counts });
    vi.advanceTimersByTime(1000);
    expect(isStale(postKeys.media('riya'))).toBe(false);
    expect(client.getQueryData(postKeys.media('riya'))).toMatchObject({
      pages: [{ media: [{ like_count: 7 }] }],
    });
  });
});

it('R-04: possibly missed changes are reloaded', () => {
  hold(profileFor('riya'));
  holdMedia('riya');
  catchUpWithCreators(client);
  expect([isStale(profileKeys.one('riya')), isStale(postKeys.media('riya'))]).toEqual([true, true]);
});
