import type { Profile } from '@adda/contract/profiles';
import type { QueryClient } from '@tanstack/react-query';
import { invalidatePeople } from '../../../platform/people-queries.ts';
import { meQuery } from '../../accounts/index.ts';
import { creatorKeys, cachePlan, type CreatorEvent } from '../../creators/index.ts';
import { applyPostEvent, cachedPost, postKeys } from '../../feed/index.ts';
import { refreshMedia } from '../media/media-list.queries.ts';
import { profileKeys } from '../profiles.queries.ts';

function patchProfile(client: QueryClient, username: string, change: Partial<Profile>): void {
  client.setQueryData<Profile>(profileKeys.one(username), (profile) => profile && { ...profile, ...change });
}

const rereadProfile = (client: QueryClient, username: string) =>
  client.invalidateQueries({ queryKey: profileKeys.one(username) });

type Updated = Extract<CreatorEvent, { event: 'profile_updated' }>['payload'];

/** A user changed their profile (RT-34): updates name and picture wherever they are shown. */
function profileUpdated(client: QueryClient, account: string, { username, ...now }: Updated): void {
  const before = client.getQueryData<Profile>(profileKeys.one(username));
  patchProfile(client, username, { ...now, profile_picture: now.profile_image_url });
  if (username === account) void client.invalidateQueries({ queryKey: meQuery.queryKey });
  const isShownElsewhere =
    before?.display_name !== now.display_name || before.profile_image_url !== now.profile_image_url;
  if (isShownElsewhere) void invalidatePeople(client);
}

/**
 * A subscription began or ended (RT-35, RT-36). Only the subscriber's own screen changes and reloads its data from
 * the server; a creator reloads the count.
 */
function subscriptionChanged(
  client: QueryClient,
  account: string,
  given: { creator: string; subscriber: string; isSubscribed: boolean },
): void {
  const { creator, subscriber, isSubscribed } = given;
  if (creator === account) void rereadProfile(client, account);
  if (subscriber !== account) return;
  patchProfile(client, creator, { is_subscribed: isSubscribed });
  void rereadProfile(client, creator);
  void client.invalidateQueries({ queryKey: creatorKeys.check(creator) });
  void client.invalidateQueries({ queryKey: postKeys.all });
}

/** Applies an event of a creator's room to the cached profiles, plans and posts (RT-29 to RT-36). Idempotent. */
export function applyCreatorEvent(client: QueryClient, account: string, received: CreatorEvent): void {
  switch (received.event) {
    case 'profile_updated':
      applyPostEvent(client, received.event, received.payload);
      return profileUpdated(client, account, received.payload);
    case 'plan_created': {
      const { plan } = received.payload;
      cachePlan(client, plan);
      void rereadProfile(client, plan.creator);
      return;
    }
    case 'new_subscriber':
      return subscriptionChanged(client, account, { ...received.payload, isSubscribed: true });
    case 'subscriber_removed':
      return subscriptionChanged(client, account, { ...received.payload, isSubscribed: false });
    case 'media_uploaded':
    case 'media_updated': {
      const before = cachedPost(client, received.payload.media.media_id);
      applyPostEvent(client, received.event, received.payload);
      const { sender_username: sender } = received.payload.media;
      refreshMedia(client, sender);
      // The number of posts changes, or of locked ones.
      const isLockNew = before?.is_locked !== received.payload.media.is_locked;
      if (received.event === 'media_uploaded' || (before && isLockNew)) void rereadProfile(client, sender);
      return;
    }
    case 'media_deleted':
      applyPostEvent(client, received.event, received.payload);
      refreshMedia(client, received.payload.creator);
      void rereadProfile(client, received.payload.creator);
      return;
    case 'media_preview_ready':
      applyPostEvent(client, received.event, received.payload);
      refreshMedia(client, received.payload.creator);
      return;
    case 'media_reactions':
      return applyPostEvent(client, received.event, received.payload);
  }
}

/** Reloads everything that may have changed while the connection was interrupted. */
export function catchUpWithCreators(client: QueryClient): void {
  for (const queryKey of [profileKeys.all, creatorKeys.all, postKeys.fresh, ['posts', 'media']]) {
    void client.invalidateQueries({ queryKey });
  }
}
