import type { RouteKey, Routes } from '@adda/contract';
import { accountsScenes } from './accounts.scenes.ts';
import { activityScenes } from './activity.scenes.ts';
import { creatorsScenes } from './creators.scenes.ts';
import { directScenes } from './direct.scenes.ts';
import { inboxScenes } from './inbox.scenes.ts';
import { adsScenes, postsScenes, postActivityScenes } from './feed.scenes.ts';
import { filesScenes } from './files.scenes.ts';
import { paymentsScenes, videoScenes, walletScenes } from './money.scenes.ts';
import {
  notificationsScenes,
  operationsScenes,
  reportsScenes,
  sanctionsScenes,
  unsubscribeScenes,
} from './operators.scenes.ts';
import { peopleScenes } from './people.scenes.ts';
import {
  draftsScenes,
  giftsScenes,
  invitesScenes,
  outsideScenes,
  messagesScenes,
  mutesScenes,
  roomsScenes,
} from './rooms.scenes.ts';
import { pushScenes } from './push.scenes.ts';
import { searchScenes } from './search.scenes.ts';
import type { Scenes } from './scene.fixture.ts';

/** The scenes of every route; a missing one does not compile. */
export const scenes: { readonly [K in keyof Routes & RouteKey]: Scenes<K> } = {
  ...accountsScenes,
  ...activityScenes,
  ...adsScenes,
  ...creatorsScenes,
  ...directScenes,
  ...filesScenes,
  ...giftsScenes,
  ...inboxScenes,
  ...messagesScenes,
  ...invitesScenes,
  ...outsideScenes,
  ...draftsScenes,
  ...mutesScenes,
  ...notificationsScenes,
  ...operationsScenes,
  ...paymentsScenes,
  ...peopleScenes,
  ...postsScenes,
  ...postActivityScenes,
  ...reportsScenes,
  ...roomsScenes,
  ...sanctionsScenes,
  ...unsubscribeScenes,
  ...pushScenes,
  ...searchScenes,
  ...videoScenes,
  ...walletScenes,
};

/** Sections of the table, with their routes in the order of the contract. */
export const AREAS = [
  ['Accounts and sessions', accountsScenes],
  ['People: profiles, follows, blocks', peopleScenes],
  ['Private chats and the directory', directScenes],
  ['Rooms', roomsScenes],
  ['Invitations to rooms', invitesScenes],
  ['Rooms from outside', outsideScenes],
  ['Reactions to messages', messagesScenes],
  ['Drafts', draftsScenes],
  ['Muted conversations', mutesScenes],
  ['Inbox', inboxScenes],
  ['Activity', activityScenes],
  ['Web push', pushScenes],
  ['Search', searchScenes],
  ['Gifts', giftsScenes],
  ['Posts', postsScenes],
  ['Likes, shares and comments', postActivityScenes],
  ['Ads', adsScenes],
  ['Plans and subscriptions', creatorsScenes],
  ['Coins', walletScenes],
  ['Payment providers and the sandbox', paymentsScenes],
  ['Files, links and copies', filesScenes],
  ['Video search', videoScenes],
  ['Reports', reportsScenes],
  ['Sanctions and appeals', sanctionsScenes],
  ['Notifications and announcements', notificationsScenes],
  ['Links that end mails', unsubscribeScenes],
  ['Operations', operationsScenes],
] as const;
