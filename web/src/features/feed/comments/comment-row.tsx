import type { PostComment } from '@adda/contract/feed';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { Time } from '../../../ui/time.tsx';
import type { Author } from './comments.queries.ts';

export type CommentBodyProps = {
  author: Author;
  text: string;
  /** Next to the name: the time, or that it is being sent. */
  note: ReactNode;
  children?: ReactNode;
};

/** Author and text of a comment. */
export function CommentBody({ author, text, note, children }: CommentBodyProps) {
  const { username, display_name: name } = author;
  return (
    <div className="flex items-start gap-3">
      <Avatar name={username} displayedName={name} src={author.avatar} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/profile/$username"
            params={{ username }}
            className="min-w-0 truncate rounded-chip font-semibold hover:underline"
            title={name}
          >
            {name}
          </Link>
          <span className="text-xs text-mute">{note}</span>
        </p>
        <p dir="auto" className="break-words whitespace-pre-line">
          <LinkedText text={text} author={username} />
        </p>
      </div>
      {children}
    </div>
  );
}

/** One comment (SV-61), with a delete button where the viewer may delete it. */
export function CommentRow({ comment, onDelete }: { comment: PostComment; onDelete: () => void }) {
  const { t } = useLingui();
  const name = comment.display_name;
  return (
    <CommentBody author={comment} text={comment.comment} note={<Time value={comment.created_at} as="ago" />}>
      {comment.can_delete && (
        <IconButton
          label={t`Delete the comment of ${name}`}
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          aria-haspopup="dialog"
          onClick={onDelete}
        />
      )}
    </CommentBody>
  );
}
