import { lazyPart } from '../../ui/lazy-part.tsx';
import { tabCode } from '../tab-code.ts';

/** What the three tabs show (SH-01): nobody waits for the code of those that are not open. */
export const tabParts = {
  chats: lazyPart(tabCode.chats),
  feed: lazyPart(tabCode.feed),
  profile: lazyPart(tabCode.profile),
};
