import { COMMENT_MAX } from '@adda/contract/feed/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { SendHorizontal } from 'lucide-react';
import type { FormEvent, KeyboardEvent } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import type { CommentDraft } from './use-comment-draft.ts';

export type CommentFormProps = {
  comment: CommentDraft;
  /** Receives the focus when the dialog opens. */
  hasFirstFocus?: boolean;
};

/** Input for a comment, with its counter (FE-50); Enter sends, Shift and Enter start a new line. */
export function CommentForm({ comment, hasFirstFocus }: CommentFormProps) {
  const { t } = useLingui();
  const { text, write, send, problem, sending } = comment;
  const length = sending ? 0 : text.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form noValidate onSubmit={submit} className="flex w-full items-end gap-2">
      <TextAreaField
        name="comment"
        data-autofocus={hasFirstFocus || undefined}
        label={<Trans>Your comment</Trans>}
        className="min-w-0 grow"
        rows={1}
        // Longer texts can't be entered.
        maxLength={COMMENT_MAX}
        // A comment that is being sent is shown in the list; its text returns to the input if it fails.
        value={sending ? '' : text}
        readOnly={sending !== undefined}
        placeholder={t`Say something kind`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        error={problem}
        hint={
          <span className="tabular-nums">
            {length} / {COMMENT_MAX}
          </span>
        }
      />
      <IconButton
        type="submit"
        tone="primary"
        label={t`Send comment`}
        aria-disabled={sending !== undefined || undefined}
        icon={<SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
        // Next to the input, above the row of its counter.
        className="mb-7"
      />
    </form>
  );
}
