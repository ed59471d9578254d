import { accountSections } from './features/accounts/index.ts';
import { adSections } from './features/ads/index.ts';
import { creatorSections } from './features/creators/index.ts';
import { directSections } from './features/direct/index.ts';
import { feedSections } from './features/feed/index.ts';
import { giftSections } from './features/gifts/index.ts';
import { mediaSections } from './features/media/index.ts';
import { moderationSections } from './features/moderation/index.ts';
import { notificationSections } from './features/notifications/index.ts';
import { paymentSections } from './features/payments/index.ts';
import { relationSections } from './features/relations/index.ts';
import { rewardSections } from './features/rewards/index.ts';
import { roomSections } from './features/rooms/index.ts';
import { walletSections } from './features/wallet/index.ts';
import type { PersonalSection } from './platform/personal-data/index.ts';

/**
 * What every feature knows of a person, in the order of their copy. A test compares it with the tables that name people.
 * The server's secret opens what is sealed.
 */
export const personalSections = (secret: string): readonly PersonalSection[] => [
  ...accountSections,
  ...relationSections,
  ...roomSections,
  ...directSections,
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
];
