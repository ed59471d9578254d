import { Trans } from '@lingui/react/macro';
import { isGroupImageUrl } from '@adda/contract/rooms';
import { useState } from 'react';
import {
  ImageFrame,
  ImagePreview,
  ImageUrlField,
  useImageFrom,
  type ImageDialogProps,
} from '../../messages/index.ts';

/** What a room takes (GC-54, X-47). */
const rule = { isValid: isGroupImageUrl, refusal: 'invalid_image_url' };

/** 'Add Image to Message' (GC-27): an address, and what the server has made of it. */
export function ImageDialog(dialog: ImageDialogProps) {
  const [typed, setTyped] = useState('');
  const { image, isInvalid, isLoading, problem, retry } = useImageFrom(typed, rule);
  return (
    <ImageFrame {...dialog} title={<Trans>Add Image to Message</Trans>} image={image}>
      <ImageUrlField
        typed={typed}
        onTyped={setTyped}
        error={isInvalid && <Trans>Invalid image URL</Trans>}
        hint={
          <Trans>
            It ends in png, jpg, jpeg, gif, bmp or webp. Adda keeps a copy, so the other site never learns who
            looks.
          </Trans>
        }
      />
      <ImagePreview
        image={image}
        busy={isLoading && <Trans>Getting the image…</Trans>}
        problem={problem}
        onRetry={retry}
      />
    </ImageFrame>
  );
}
