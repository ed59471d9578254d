import type { Creator, Plan } from '@adda/contract/creators';
import type { Post } from '@adda/contract/feed';
import { createContext, useContext } from 'react';

/** A dialog to open over the feed, for a post or a profile. */
export type PostAsk =
  | { readonly what: 'detail' | 'comments' | 'likes' | 'edit' | 'delete' | 'hide'; readonly post: Post }
  | {
      readonly what: 'report';
      readonly username: string;
      readonly name: string;
      /** The reported post. */
      readonly mediaId?: string;
    }
  | { readonly what: 'block'; readonly username: string; readonly name: string }
  | { readonly what: 'creator'; readonly creator: Creator }
  | { readonly what: 'subscribe'; readonly username: string; readonly plans: readonly Plan[] };

/** Opens a dialog; dialogs that are already open stay below it. */
export type Ask = (ask: PostAsk) => void;

/** Provided by the nearest `PostDialogs`. */
export const AskContext = createContext<Ask | undefined>(undefined);

/** Returns the function that opens a dialog. Throws outside of `PostDialogs`. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error('useAsk needs PostDialogs around it');
  return ask;
}
