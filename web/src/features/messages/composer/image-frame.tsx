import { Trans } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ChosenImage } from './attachments.ts';
import type { ImageDialogProps } from './allowed-attachments.ts';

export type ImageFrameProps = ImageDialogProps & {
  title: ReactNode;
  /** The image to add; undefined until there is one. */
  image: ChosenImage | undefined;
  /** The source of the image: file or address. */
  children: ReactNode;
};

/** The dialog for choosing an image: Enter and 'Add image' accept it, Cancel does not. */
export function ImageFrame({ title, image, onClose, onChoose, children }: ImageFrameProps) {
  const form = useId();
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={form} disabled={!image}>
            <Trans>Add image</Trans>
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!image) return;
          onChoose(image);
          onClose();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
