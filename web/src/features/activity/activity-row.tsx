import { hrefOf, type ActivityItem } from '@adda/contract/activity';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { moneyDialog } from '../../platform/money-dialog.ts';
import { useGoTo } from '../../platform/use-go-to.ts';
import { classNames } from '../../ui/class-names.ts';
import { ShortTime } from '../../ui/last-active.tsx';
import { isPlainPress } from '../../ui/plain-press.ts';
import { usePreviewText } from '../../ui/preview-text.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ActivityPictures } from './activity-pictures.tsx';
import { ActivitySentence } from './activity-sentence.tsx';

/** Props of what can be reached by keyboard in a row: Tab reaches one row, arrows the others. */
export type RowFocus = {
  readonly 'data-row': true;
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
};

export type ActivityRowProps = {
  item: ActivityItem;
  /** It was unread when the list was opened, or is. */
  isNew: boolean;
  focus: RowFocus;
  onClose: () => void;
};

export type RowBodyProps = Pick<ActivityRowProps, 'item' | 'isNew'> & {
  sentence: ReactNode;
  /** Below the sentence. */
  children?: ReactNode;
};

/** The pictures, the sentence, what it is about, when, and whether it is new. */
export function RowBody({ item, isNew, sentence, children }: RowBodyProps) {
  return (
    <>
      <ActivityPictures item={item} />
      <span className="grid min-w-0 grow grid-cols-1 gap-0.5">
        <span className="wrap-anywhere">{sentence}</span>
        {children}
      </span>
      <span className="flex w-9 shrink-0 flex-col items-end gap-2 pt-0.5">
        <ShortTime value={item.created_at} className="text-xs text-mute" />
        {isNew && (
          <span className="size-2.5 rounded-full bg-rani">
            <VisuallyHidden>
              <Trans>New</Trans>
            </VisuallyHidden>
          </span>
        )}
      </span>
    </>
  );
}

export const rowClasses = 'flex min-h-18 w-full items-start gap-3 rounded-card p-3 text-start';

const pressedClasses = classNames(rowClasses, 'hover:bg-raised focus-visible:outline-offset-[-3px]');

function Excerpt({ text }: { text: string }) {
  const words = usePreviewText(text);
  return (
    <span dir="auto" className="min-h-5 truncate text-sm text-mute">
      {words}
    </span>
  );
}

/** What people did: a press leads to the very place (NT-02). */
export function ActivityRow({ item, isNew, focus, onClose }: ActivityRowProps) {
  const goTo = useGoTo();
  const href = hrefOf(item);
  const body = (
    <RowBody item={item} isNew={isNew} sentence={<ActivitySentence item={item} />}>
      {item.excerpt !== '' && <Excerpt text={item.excerpt} />}
      {item.subject.invite_code !== undefined && (
        <span className="text-sm font-semibold text-rani-ink">
          <Trans>See the invitation</Trans>
        </span>
      )}
    </RowBody>
  );
  if (href !== undefined) {
    return (
      <a
        {...focus}
        href={href}
        onClick={(event) => {
          if (!isPlainPress(event)) return;
          event.preventDefault();
          onClose();
          goTo(href);
        }}
        className={pressedClasses}
      >
        {body}
      </a>
    );
  }
  if (item.subject.type !== 'order') return <div className={rowClasses}>{body}</div>;
  return (
    <button
      {...focus}
      type="button"
      onClick={() => {
        onClose();
        moneyDialog.open('payout');
      }}
      className={pressedClasses}
    >
      {body}
    </button>
  );
}
