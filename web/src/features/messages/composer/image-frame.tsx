import { Trans } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ChosenImage } from './attachments.ts';
import type { ImageDialogProps } from './tools-offer.ts';

/** Props of {@link ImageFrame}. */
export type ImageFrameProps = ImageDialogProps & {
  title: ReactNode;
  /** What would be added; undefined while there is nothing yet. */
  image: ChosenImage | undefined;
  /** Where the image comes from. */
  children: ReactNode;
};

/** The dialog in which an image is chosen: Enter and 'Add image' take it, Cancel does not. */
export function ImageFrame({ title, image, onClose, onChoose, children }: ImageFrameProps) {
  const form = useId();
  return (
    <Dialog
      isOpen
      isStubborn
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
