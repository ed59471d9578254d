import { accountSections } from './features/accounts/index.ts';
import { activitySections } from './features/activity/index.ts';
import { adSections } from './features/ads/index.ts';
import { creatorSections } from './features/creators/index.ts';
import { directSections } from './features/direct/index.ts';
import { feedSections } from './features/feed/index.ts';
import { giftSections } from './features/gifts/index.ts';
import { mediaSections } from './features/media/index.ts';
import { messageSections } from './features/messages/index.ts';
import { moderationSections } from './features/moderation/index.ts';
import { notificationSections } from './features/notifications/index.ts';
import { paymentSections } from './features/payments/index.ts';
import { pushSections } from './features/push/index.ts';
import { relationSections } from './features/relations/index.ts';
import { rewardSections } from './features/rewards/index.ts';
import { roomSections } from './features/rooms/index.ts';
import { walletSections } from './features/wallet/index.ts';
import type { PersonalSection } from './platform/personal-data/index.ts';
import type { ServerSecret } from './platform/secrets/server-secrets.ts';

/**
 * Returns the sections of a user's data copy, in order, from all features. A test compares them with the tables that
 * identify users. `secret` decrypts sealed values.
 */
export const personalSections = (secret: ServerSecret): readonly PersonalSection[] => [
  ...accountSections,
  ...relationSections,
  ...roomSections,
  ...directSections,
  ...messageSections,
  ...feedSections,
  ...mediaSections,
  ...creatorSections,
  ...paymentSections,
  ...walletSections(secret),
  ...giftSections,
  ...rewardSections,
  ...adSections,
  ...moderationSections,
  ...notificationSections,
  ...activitySections,
  ...pushSections,
];
