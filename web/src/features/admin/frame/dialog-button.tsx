import { useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export type DialogButtonProps = Pick<ButtonProps, 'tone' | 'size' | 'icon'> & {
  /** The button's text. */
  label: ReactNode;
  /** The dialog's title. */
  title: ReactNode;
  description: ReactNode;
  /** The dialog's content, such as a form; `close` closes it. */
  children: (close: () => void) => ReactNode;
};

/** A button that opens a dialog with a form. */
export function DialogButton({ label, title, description, children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} keepOpenOnOutsidePress title={title} description={description}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}
