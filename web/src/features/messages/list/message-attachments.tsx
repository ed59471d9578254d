import { Trans } from '@lingui/react/macro';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import type { Voice } from '../voice/voice-parts.tsx';
import { imageBox } from './image-box.ts';
import type { MessageImageProps, MessagePicture } from './message-image.tsx';

// Lazy, because most messages are only text.
const messageImage = lazyComponent(() => import('./message-image.tsx'));
const voiceAttachment = lazyComponent(() => import('../voice/voice-parts.tsx'));
const videoAttachment = lazyComponent(() => import('./video-attachment.tsx'));

const tryImage = (retry: () => void) => (
  <p>
    <Trans>Failed to load image</Trans> {tryAgain(retry)}
  </p>
);

/** Client message ids sent by this page: their images stay visible, as they were while pending. */
export const sentFromThisPage = new Set<string | null>();

export type MessageAttachmentsProps = Pick<MessageImageProps, 'onOpen' | 'onRefresh' | 'isUncovered'> & {
  picture: MessagePicture | undefined;
  videoUrl: string | null;
  /** A voice message, or a recording that is not stored in a message yet. */
  voice?: Voice | undefined;
  isOwn: boolean;
  isWhisper: boolean;
};

/** The image, the voice message and the video of a message; their space is reserved until the code is loaded. */
export function MessageAttachments(props: MessageAttachmentsProps) {
  const { picture, videoUrl, voice, isOwn, isWhisper, ...image } = props;
  const box = picture && imageBox(picture.width, picture.height);
  return (
    <>
      {box && (
        <LazyComponent
          component={messageImage}
          fallback={
            <div
              style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
              className="max-w-full rounded-[.9rem] bg-raised"
            />
          }
          failed={tryImage}
        >
          {({ MessageImage }) => <MessageImage picture={picture} {...image} />}
        </LazyComponent>
      )}
      {voice && (
        <LazyComponent component={voiceAttachment} fallback={<div className="h-11" />} failed={tryAgain}>
          {({ VoiceAttachment }) => <VoiceAttachment voice={voice} isOwn={isOwn} isWhisper={isWhisper} />}
        </LazyComponent>
      )}
      {videoUrl !== null && (
        <LazyComponent component={videoAttachment} fallback={<div className="h-33" />} failed={tryAgain}>
          {({ VideoAttachment }) => <VideoAttachment url={videoUrl} isOwn={isOwn} isWhisper={isWhisper} />}
        </LazyComponent>
      )}
    </>
  );
}
