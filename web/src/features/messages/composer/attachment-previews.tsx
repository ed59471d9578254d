import { Trans, useLingui } from '@lingui/react/macro';
import { Image, Mic, Video, X } from 'lucide-react';
import { useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import {
  addImages,
  imagesOf,
  withImages,
  type Attachments,
  type ChosenImage,
  type ChosenVideo,
  type Draft,
} from './attachments.ts';

/** The longest side of a preview, in pixels. */
const PREVIEW_PX = 72;

function Chosen(props: { removeLabel: string; onRemove: () => void; children: ReactNode }) {
  return (
    <li className="flex max-w-full min-w-0 items-center gap-2 rounded-chip border border-line bg-raised ps-1.5">
      {props.children}
      <IconButton
        label={props.removeLabel}
        icon={<X aria-hidden="true" className="size-4" />}
        onClick={props.onRemove}
      />
    </li>
  );
}

function Thumbnail({ image }: { image: ChosenImage }) {
  const { t } = useLingui();
  const [hasFailed, setFailed] = useState(false);
  const scale = PREVIEW_PX / Math.max(image.width, image.height);
  const size = { width: Math.max(24, image.width * scale), height: Math.max(24, image.height * scale) };
  return (
    <span style={size} className="my-1.5 grid shrink-0 place-items-center overflow-hidden rounded-lg bg-line">
      {hasFailed ? (
        // Its link has expired; the image itself still exists.
        <Image role="img" aria-label={t`Your image`} className="size-6 text-mute" />
      ) : (
        <img
          src={image.url}
          alt={t`Your image`}
          {...size}
          className="size-full object-contain"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  );
}

function VideoTitle({ video }: { video: ChosenVideo }) {
  return (
    <span className="flex min-w-0 items-center gap-2 ps-1.5 text-sm font-medium">
      <Video aria-hidden="true" className="size-5 shrink-0 text-mute" />
      <span className="truncate">{video.title ?? <Trans>YouTube video {video.videoId}</Trans>}</span>
    </span>
  );
}

export type AttachmentPreviewsProps = {
  attachments: Attachments;
  onDraft: Dispatch<SetStateAction<Draft>>;
  /** Called when the button that had the focus was removed. */
  onRemoved: () => void;
};

/** The attachments of the message, each with a button to remove it and, for a while, to undo that (GC-18). */
export function AttachmentPreviews({ attachments, onDraft, onRemoved }: AttachmentPreviewsProps) {
  const { t } = useLingui();
  const { video, voice } = attachments;
  const images = imagesOf(attachments);
  const removeImage = (removed: ChosenImage) => {
    const without = (now: Attachments) =>
      withImages(
        now,
        imagesOf(now).filter((each) => each !== removed),
      );
    onDraft((now) => ({ ...now, attachments: without(now.attachments) }));
    onRemoved();
    const undo = () => onDraft((now) => ({ ...now, attachments: addImages(now.attachments, [removed]) }));
    toast.show(t`Image removed`, { action: { label: t`Undo`, onPress: undo } });
  };
  const remove = (kind: 'video' | 'voice', text: string) => {
    const { [kind]: removed, ...rest } = attachments;
    onDraft((now) => ({ ...now, attachments: rest }));
    onRemoved();
    // An attachment chosen in the meantime stays.
    const undo = () =>
      onDraft((now) => ({
        ...now,
        attachments: { ...(removed && { [kind]: removed }), ...now.attachments },
      }));
    toast.show(text, { action: { label: t`Undo`, onPress: undo } });
  };
  if (images.length === 0 && !video && !voice) return null;
  return (
    <ul aria-label={t`Added to your message`} className="flex flex-wrap gap-2 pb-2">
      {images.map((image) => (
        <Chosen key={image.id} removeLabel={t`Remove image`} onRemove={() => removeImage(image)}>
          <Thumbnail image={image} />
        </Chosen>
      ))}
      {video && (
        <Chosen removeLabel={t`Remove video`} onRemove={() => remove('video', t`Video removed`)}>
          <VideoTitle video={video} />
        </Chosen>
      )}
      {voice && (
        <Chosen
          removeLabel={t`Remove voice message`}
          onRemove={() => remove('voice', t`Voice message removed`)}
        >
          <span className="flex min-w-0 items-center gap-2 ps-1.5 text-sm font-medium">
            <Mic aria-hidden="true" className="size-5 shrink-0 text-mute" />
            <Trans>Voice message</Trans>
          </span>
        </Chosen>
      )}
    </ul>
  );
}
