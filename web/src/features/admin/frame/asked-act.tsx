import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { failureText } from './failure-text.ts';
import { useAct } from './use-act.ts';

/** Props of {@link AskedAct}. */
export type AskedActProps = {
  /** What the button that asks says. */
  label: string;
  /** The button is this icon only. */
  icon?: ReactNode;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  send: () => Promise<unknown>;
  /** What is said once it is done. */
  done: string;
  /** Stands below the question, such as what it is about. */
  children?: ReactNode;
};

/** Something that can't be undone, done after a question. Why it was refused is said in a notice. */
export function AskedAct({ label, icon, send, done, children, ...question }: AskedActProps) {
  const [isAsking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  const close = () => setAsking(false);
  const act = useAct(send, {
    onDone: () => {
      toast.success(done);
      close();
    },
    onFailed: (error) => {
      toast.problem(failureText(error));
      close();
    },
  });
  return (
    <>
      {icon ? (
        <IconButton label={label} icon={icon} onClick={ask} />
      ) : (
        <Button tone="quiet" size="small" onClick={ask}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        {...question}
        isOpen={isAsking}
        isDangerous
        isBusy={act.isBusy}
        onConfirm={() => act.run(undefined)}
        onCancel={close}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
