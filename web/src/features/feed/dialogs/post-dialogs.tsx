import { useState, type ReactNode } from 'react';
import { withPostingTexts } from '../../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { AskContext, type Ask, type PostAsk } from './post-ask.ts';

/** All dialogs over posts, loaded when the first one is opened. */
export const openDialogPart = lazyComponent(() => withPostingTexts(() => import('./open-post-dialog.tsx')));

type Open = { readonly number: number; readonly ask: PostAsk };

export type PostDialogsProps = {
  /** Called when the deletion of the caller's own post begins; its dialogs are closed by then. */
  onDeleted?: () => void;
  children: ReactNode;
};

/** Renders the dialogs of the posts inside it, stacked; each closes separately. */
export function PostDialogs({ onDeleted, children }: PostDialogsProps) {
  const [open, setOpen] = useState<readonly Open[]>([]);
  // A stable function: opening a dialog must not re-render the memoised cards.
  const [ask] = useState<Ask>(() => (wish: PostAsk) => {
    setOpen((before) => [...before, { number: (before.at(-1)?.number ?? 0) + 1, ask: wish }]);
  });
  const close = (number: number) => setOpen((before) => before.filter((each) => each.number !== number));
  const deleted = () => {
    setOpen([]);
    onDeleted?.();
  };
  return (
    <AskContext value={ask}>
      {children}
      {open.map(({ number, ask: wish }) => (
        <LazyComponent key={number} component={openDialogPart} onFailed={() => close(number)}>
          {({ OpenPostDialog }) => (
            <OpenPostDialog ask={wish} onClose={() => close(number)} onDeleted={deleted} />
          )}
        </LazyComponent>
      ))}
    </AskContext>
  );
}
