import { lazyComponent } from '../../ui/lazy-component.tsx';
import { tabCode } from '../tab-code.ts';

/** What the three tabs show (SH-01): nobody waits for the code of those that are not open. */
export const tabComponents = {
  chats: lazyComponent(tabCode.chats),
  feed: lazyComponent(tabCode.feed),
  profile: lazyComponent(tabCode.profile),
};
