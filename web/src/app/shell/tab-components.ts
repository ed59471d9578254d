import { lazyComponent } from '../../ui/lazy-component.tsx';
import { tabCode } from '../tab-code.ts';

/** Content of the three tabs (SH-01); closed tabs are loaded lazily. */
export const tabComponents = {
  chats: lazyComponent(tabCode.chats),
  feed: lazyComponent(tabCode.feed),
  profile: lazyComponent(tabCode.profile),
};
