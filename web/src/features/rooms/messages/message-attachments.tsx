import { videoIdOf } from '@adda/contract/video';
import { Trans } from '@lingui/react/macro';
import { lazyPart, Part } from '../../../ui/lazy-part.tsx';
import { VideoCard } from '../../video/index.ts';
import { tryAgain } from '../room-parts.tsx';
import { imageBox } from './image-box.ts';
import type { MessageImageProps, MessagePicture } from './message-image.tsx';

// Most messages are words alone.
const messageImage = lazyPart(() => import('./message-image.tsx'));

const tryImage = (retry: () => void) => (
  <p>
    <Trans>Failed to load image</Trans> {tryAgain(retry)}
  </p>
);

/** Props of {@link MessageAttachments}. */
export type MessageAttachmentsProps = Pick<MessageImageProps, 'onOpen' | 'onRefresh'> & {
  picture: MessagePicture | undefined;
  videoUrl: string | null;
  isOwn: boolean;
  isWhisper: boolean;
};

/** The image and the video of a message; the image has its place until its code is here. */
export function MessageAttachments(props: MessageAttachmentsProps) {
  const { picture, videoUrl, isOwn, isWhisper, ...image } = props;
  const videoId = videoUrl === null ? undefined : videoIdOf(videoUrl);
  const box = picture && imageBox(picture.width, picture.height);
  return (
    <>
      {box && (
        <Part
          part={messageImage}
          fallback={
            <div
              style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
              className="max-w-full rounded-[.9rem] bg-raised"
            />
          }
          failed={tryImage}
        >
          {({ MessageImage }) => <MessageImage picture={picture} {...image} />}
        </Part>
      )}
      {videoId !== undefined && <VideoCard videoId={videoId} isOwn={isOwn} isWhisper={isWhisper} />}
    </>
  );
}
