import { isGroupImageUrl } from '@adda/contract/rooms';
import { Trans } from '@lingui/react/macro';
import { ImageSourceDialog, type ImageDialogProps } from '../../messages/index.ts';

/** The image addresses that a room accepts (GC-54, X-47). */
const rule = { isValid: isGroupImageUrl, refusal: 'invalid_image_url' };

/** 'Add Image to Message' (GC-27): an address, or a file as in private chats. */
export function ImageDialog(dialog: ImageDialogProps) {
  return (
    <ImageSourceDialog
      {...dialog}
      title={<Trans>Add Image to Message</Trans>}
      start="url"
      rule={rule}
      refusalText={<Trans>Invalid image URL</Trans>}
      urlHint={
        <Trans>
          It ends in png, jpg, jpeg, gif, bmp or webp. Adda keeps a copy, so the other site never learns who
          looks.
        </Trans>
      }
    />
  );
}
