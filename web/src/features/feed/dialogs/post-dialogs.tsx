import { useState, type ReactNode } from 'react';
import { withPostingTexts } from '../../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { AskContext, type Ask, type PostAsk } from './post-ask.ts';

/** Everything that opens over posts comes when it is first asked for. */
export const openDialogPart = lazyComponent(() => withPostingTexts(() => import('./open-post-dialog.tsx')));

type Open = { readonly number: number; readonly ask: PostAsk };

/** Props of {@link PostDialogs}. */
export type PostDialogsProps = {
  /** One's own post is being deleted; the dialogs about it have closed. */
  onDeleted?: () => void;
  children: ReactNode;
};

/** Holds the dialogs of the posts below it: one on another, each closed by itself. */
export function PostDialogs({ onDeleted, children }: PostDialogsProps) {
  const [open, setOpen] = useState<readonly Open[]>([]);
  // Made once: cards that hand it on are not drawn again because a dialog opens.
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
