import { displayedName } from '@adda/contract/accounts';
import { isBlankText } from '@adda/contract/messages';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { useSession } from '../../../platform/use-session.ts';
import { meQuery } from '../../accounts/index.ts';
import { addComment, type Author, type SentComment } from './comments.queries.ts';

/** Unsent texts by account and post, kept in memory until the page is closed. */
const drafts = new Map<string, string>();

/** Comments whose sending failed or is unconfirmed, by account and post; the same text is retried with the same key. */
const unconfirmed = new Map<string, SentComment>();

/** Returns the comment to send: with the key of the last try if the text is the same. */
function commentToSend(place: string, text: string): SentComment {
  const before = unconfirmed.get(place);
  if (before?.text === text) return before;
  const comment = { text, key: crypto.randomUUID() };
  unconfirmed.set(place, comment);
  return comment;
}

/** State of the comment input. */
export type CommentDraft = {
  readonly text: string;
  readonly write: (text: string) => void;
  readonly send: () => void;
  /** The comment that is being sent and is not in the list yet. */
  readonly sending: { readonly author: Author; readonly text: string } | undefined;
  /** Why sending failed; cleared on the next input. */
  readonly problem: string | undefined;
};

/** Returns the caller as an author, as far as it is known. */
function useAuthor(): Author {
  const username = useSession()?.username ?? '';
  const { data } = useQuery({ ...meQuery, enabled: false });
  return {
    username,
    display_name: data?.display_name ?? displayedName(username),
    avatar: data?.profile_image_url ?? null,
  };
}

/** State of writing a comment (FE-49 to FE-51). The text is kept until it is sent, also while the dialog is closed. */
export function useCommentDraft(mediaId: string): CommentDraft {
  const client = useQueryClient();
  const author = useAuthor();
  const key = `${author.username}/${mediaId}`;
  const [text, setText] = useState(() => drafts.get(key) ?? '');
  const [problem, setProblem] = useState<string>();
  const write = (next: string) => {
    setText(next);
    setProblem(undefined);
    if (next === '') drafts.delete(key);
    else drafts.set(key, next);
  };
  const adding = addComment(client, mediaId, author);
  const add = useMutation({
    ...adding,
    // Also runs after the form is unmounted.
    onSuccess: (...answer) => {
      adding.onSuccess?.(...answer);
      unconfirmed.delete(key);
      write('');
    },
  });
  const send = () => {
    if (add.isPending) return;
    if (isBlankText(text)) {
      setProblem(t`Comment cannot be empty`);
      return;
    }
    add.mutate(commentToSend(key, text), {
      onError: (error) => {
        setProblem(
          error instanceof ApiError && error.detail !== '' ? error.detail : t`Failed to add comment`,
        );
      },
    });
  };
  return {
    text,
    write,
    send,
    sending: add.isPending ? { author, text: add.variables.text } : undefined,
    problem,
  };
}
