import { Trans } from '@lingui/react/macro';
import { Dialog } from '../../../ui/dialog.tsx';
import type { MessagePicture } from './message-image.tsx';

/** The image's own size if that fits the window; known before it is loaded. */
function sizeOf({ width, height }: MessagePicture) {
  if (!width || !height) return undefined;
  const ratio = width / height;
  return { width: `min(100%, ${width}px, (100dvh - 9rem) * ${ratio})`, aspectRatio: ratio };
}

/** An image of a message, as large as the window allows. */
export function ImageViewer({ picture, onClose }: { picture: MessagePicture; onClose: () => void }) {
  return (
    <div className="contents [--sheet-size:64rem]">
      <Dialog isOpen onClose={onClose} title={<Trans>Image</Trans>}>
        <img
          src={picture.url}
          alt={picture.alt}
          style={sizeOf(picture)}
          className="mx-auto max-h-[calc(100dvh-9rem)] max-w-full rounded-[.9rem] object-contain"
        />
      </Dialog>
    </div>
  );
}
