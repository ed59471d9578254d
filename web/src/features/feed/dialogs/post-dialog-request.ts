import type { Creator, Plan } from '@adda/contract/creators';
import type { Post } from '@adda/contract/feed';
import { createContext, useContext } from 'react';

/** A dialog to open over the feed, for a post or a profile. */
export type PostDialogRequest =
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
export type OpenDialog = (request: PostDialogRequest) => void;

/** Provided by the nearest `PostDialogs`. */
export const OpenDialogContext = createContext<OpenDialog | undefined>(undefined);

/** Returns the function that opens a dialog. Throws outside of `PostDialogs`. */
export function useOpenDialog(): OpenDialog {
  const openDialog = useContext(OpenDialogContext);
  if (!openDialog) throw new Error('useOpenDialog needs PostDialogs around it');
  return openDialog;
}
