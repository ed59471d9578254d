import { useState, type ReactNode } from 'react';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { OpenDialogContext, type OpenDialog, type PostDialogRequest } from './post-dialog-request.ts';

/** All dialogs over posts, loaded when the first one is opened. */
export const lazyOpenPostDialog = lazyComponent(() => import('./open-post-dialog.tsx'));

type Open = { readonly number: number; readonly request: PostDialogRequest };

export type PostDialogsProps = {
  /** Called when the deletion of the caller's own post begins; its dialogs are closed by then. */
  onDeleted?: () => void;
  children: ReactNode;
};

/** Renders the dialogs of the posts inside it, stacked; each closes separately. */
export function PostDialogs({ onDeleted, children }: PostDialogsProps) {
  const [open, setOpen] = useState<readonly Open[]>([]);
  // A stable function: opening a dialog must not re-render the memoised cards.
  const [openDialog] = useState<OpenDialog>(() => (request: PostDialogRequest) => {
    setOpen((before) => [...before, { number: (before.at(-1)?.number ?? 0) + 1, request }]);
  });
  const close = (number: number) => setOpen((before) => before.filter((each) => each.number !== number));
  const deleted = () => {
    setOpen([]);
    onDeleted?.();
  };
  return (
    <OpenDialogContext value={openDialog}>
      {children}
      {open.map(({ number, request }) => (
        <LazyComponent key={number} component={lazyOpenPostDialog} onFailed={() => close(number)}>
          {({ OpenPostDialog }) => (
            <OpenPostDialog request={request} onClose={() => close(number)} onDeleted={deleted} />
          )}
        </LazyComponent>
      ))}
    </OpenDialogContext>
  );
}
