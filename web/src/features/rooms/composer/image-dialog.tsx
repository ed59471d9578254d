import { Trans, useLingui } from '@lingui/react/macro';
import { isGroupImageUrl } from '@adda/contract/rooms';
import { useQuery } from '@tanstack/react-query';
import { ImageIcon, RotateCw } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { ChosenImage } from './attachments.ts';
import { imageFrom } from './image-upload.ts';
import { useSettled } from '../members/use-settled.ts';

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 grid h-56 place-items-center overflow-hidden rounded-card bg-raised text-sm text-mute">
      {children}
    </div>
  );
}

function Preview(props: {
  image: ChosenImage | undefined;
  isLoading: boolean;
  error: Error | null;
  onRetry: () => void;
}) {
  const { image, isLoading, error, onRetry } = props;
  const { t } = useLingui();
  if (image) {
    return (
      <Frame>
        {/* Our own copy: the other side must not learn who looks at it. */}
        <img
          src={image.url}
          alt={t`Preview of your image`}
          width={image.width}
          height={image.height}
          className="size-full object-contain"
        />
      </Frame>
    );
  }
  if (isLoading) {
    return (
      <Frame>
        <p role="status" className="flex items-center gap-2">
          <Spinner />
          <Trans>Getting the image…</Trans>
        </p>
      </Frame>
    );
  }
  if (error) {
    const isBusyServer = error instanceof ApiError && error.status === 429;
    return (
      <Frame>
        <div role="alert" className="grid justify-items-center gap-3 px-4 text-center">
          <p className="font-medium text-danger">
            <Trans>Failed to process image URL</Trans>
          </p>
          {isBusyServer && <p>{error.detail}</p>}
          <Button
            tone="quiet"
            size="small"
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            onClick={onRetry}
          >
            <Trans>Try Again</Trans>
          </Button>
        </div>
      </Frame>
    );
  }
  return (
    <Frame>
      <ImageIcon aria-hidden="true" className="size-10" />
    </Frame>
  );
}

/** Props of {@link ImageDialog}. */
export type ImageDialogProps = { onClose: () => void; onChoose: (image: ChosenImage) => void };

/** 'Add Image to Message' (GC-27): an address, and what the server has made of it. */
export function ImageDialog({ onClose, onChoose }: ImageDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState('');
  const address = useSettled(typed);
  const isRested = address === typed.trim();
  const isValid = isGroupImageUrl(address);
  const query = useQuery({ ...imageFrom(address), enabled: isValid && isRested });
  const image = isRested && isValid ? query.data : undefined;
  const isRefused = query.error instanceof ApiError && query.error.code === 'invalid_image_url';
  const isInvalid = isRested && address !== '' && (!isValid || isRefused);
  const add = () => {
    if (!image) return;
    onChoose(image);
    onClose();
  };
  return (
    <Dialog
      isOpen
      isStubborn
      onClose={onClose}
      title={<Trans>Add Image to Message</Trans>}
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
          add();
        }}
      >
        <TextField
          label={<Trans>Image URL</Trans>}
          type="url"
          name="image-url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={typed}
          error={isInvalid && <Trans>Invalid image URL</Trans>}
          hint={
            <Trans>
              It ends in png, jpg, jpeg, gif, bmp or webp. Adda keeps a copy, so the other site never learns
              who looks.
            </Trans>
          }
          onChange={(event) => setTyped(event.target.value)}
        />
        <Preview
          image={image}
          isLoading={isValid && (!isRested || query.isFetching)}
          error={isRested && isValid && !isRefused ? query.error : null}
          onRetry={() => void query.refetch()}
        />
      </form>
    </Dialog>
  );
}
