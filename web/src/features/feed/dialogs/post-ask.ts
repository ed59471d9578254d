import type { Creator, Plan } from '@adda/contract/creators';
import type { Post } from '@adda/contract/feed';
import { createContext, useContext } from 'react';

/** What is to be opened over the feed, a post or a profile. */
export type PostAsk =
  | { readonly what: 'detail' | 'comments' | 'likes' | 'edit' | 'delete' | 'hide'; readonly post: Post }
  | {
      readonly what: 'report';
      readonly username: string;
      readonly name: string;
      /** The post that is reported. */
      readonly mediaId?: string;
    }
  | { readonly what: 'block'; readonly username: string; readonly name: string }
  | { readonly what: 'creator'; readonly creator: Creator }
  | { readonly what: 'subscribe'; readonly username: string; readonly plans: readonly Plan[] };

/** Opens something; what was open stays below it. */
export type Ask = (ask: PostAsk) => void;

/** Who opens it: the nearest `PostDialogs`. */
export const AskContext = createContext<Ask | undefined>(undefined);

/** How a card, a picture or a menu opens a dialog; needs `PostDialogs` around it. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error('useAsk needs PostDialogs around it');
  return ask;
}
