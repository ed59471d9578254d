import { isPrivateImageUrl } from '@adda/contract/direct';
import { Trans } from '@lingui/react/macro';
import { ImageSourceDialog, type ImageDialogProps } from '../../messages/index.ts';

/** The images that a private chat accepts (PC-31, X-47). */
const rule = { isValid: isPrivateImageUrl, refusal: 'invalid_private_image_url' };

/** 'Add Image' (PC-15): a file, or an address. */
export function ImageDialog(dialog: ImageDialogProps) {
  return (
    <ImageSourceDialog
      {...dialog}
      title={<Trans>Add Image</Trans>}
      start="file"
      rule={rule}
      refusalText={
        <Trans>Invalid image URL. Must start with http(s) and end with .jpg, .png, .gif, or .webp.</Trans>
      }
      urlHint={<Trans>Adda keeps a copy, so the other site never learns who looks.</Trans>}
    />
  );
}
