import { shownName } from '@adda/contract/accounts';
import { isBlankText } from '@adda/contract/messages';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { useSession } from '../../../platform/use-session.ts';
import { meQuery } from '../../accounts/index.ts';
import { addComment, type Author, type SentComment } from './comments.queries.ts';

/** What somebody has begun to write and not sent, by person and post; it goes with the page. */
const drafts = new Map<string, string>();

/** What was tried to be sent and is not known to be there, by person and post; the same text again has the same key. */
const tried = new Map<string, SentComment>();

/** A comment with its key: that of the last try, unless something else is said. */
function toSend(place: string, text: string): SentComment {
  const before = tried.get(place);
  if (before?.text === text) return before;
  const comment = { text, key: crypto.randomUUID() };
  tried.set(place, comment);
  return comment;
}

/** A comment that is being written. */
export type CommentDraft = {
  readonly text: string;
  readonly write: (text: string) => void;
  readonly send: () => void;
  /** What is on its way and not yet in the list. */
  readonly sending: { readonly author: Author; readonly text: string } | undefined;
  /** Why it was not sent; gone with the next letter. */
  readonly problem: string | undefined;
};

/** Who the caller is, as far as it is known here. */
function useAuthor(): Author {
  const username = useSession()?.username ?? '';
  const { data } = useQuery({ ...meQuery, enabled: false });
  return {
    username,
    display_name: data?.display_name ?? shownName(username),
    avatar: data?.profile_image_url ?? null,
  };
}

/** Writes a comment (FE-49 to FE-51). What was typed stays until it is sent, also when the dialog closes meanwhile. */
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
    // Also where the form is gone meanwhile.
    onSuccess: (...answer) => {
      adding.onSuccess?.(...answer);
      tried.delete(key);
      write('');
    },
  });
  const send = () => {
    if (add.isPending) return;
    if (isBlankText(text)) {
      setProblem(t`Comment cannot be empty`);
      return;
    }
    add.mutate(toSend(key, text), {
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
