import { Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus, Plus, Video } from 'lucide-react';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { AddVideoDialog } from '../../video/index.ts';
import type { Attachments, Draft } from './attachments.ts';
import type { AllowedAttachments } from './allowed-attachments.ts';
import { chosenFiles } from './pictures/chosen-files.ts';
import { useIsWide } from './use-is-wide.ts';
import { t } from '@lingui/core/macro';
import { toast } from '../../../ui/toast-store.ts';

/** Shows that an image can't be added without a connection (PC-24, PC-25). */
const showNotConnected = () => void toast.problem(t`Not connected to server`);

export type ComposerToolsProps = AllowedAttachments & {
  /** The key of the input (see `ComposerProps`). */
  recordingKey: string;
  /** Sending is impossible at the moment; pressing a button shows why (PC-24). */
  isDisabled: boolean;
  onDraft: Dispatch<SetStateAction<Draft>>;
  /** Called after something was chosen, to return the focus to the input. */
  onChosen: () => void;
};

type ButtonsProps = { isDisabled: boolean; onImage: () => void; onVideo: (() => void) | undefined };

function Buttons({ isDisabled, onImage, onVideo }: ButtonsProps) {
  const { t } = useLingui();
  const isWide = useIsWide();
  const image = (
    <IconButton
      label={t`Add image`}
      aria-disabled={isDisabled || undefined}
      className="aria-disabled:opacity-55"
      icon={<ImagePlus aria-hidden="true" className="size-5" />}
      onClick={onImage}
    />
  );
  if (!onVideo) return image;
  if (isWide) {
    return (
      <>
        {image}
        <IconButton
          label={t`Add video`}
          icon={<Video aria-hidden="true" className="size-5" />}
          onClick={onVideo}
        />
      </>
    );
  }
  return (
    <Menu
      label={t`Add to your message`}
      renderTrigger={(trigger) => (
        <IconButton
          {...trigger}
          label={t`Add to your message`}
          icon={<Plus aria-hidden="true" className="size-5" />}
        />
      )}
    >
      <MenuItem icon={<ImagePlus className="size-4" />} onSelect={onImage}>
        <Trans>Add image</Trans>
      </MenuItem>
      <MenuItem icon={<Video className="size-4" />} onSelect={onVideo}>
        <Trans>Add video</Trans>
      </MenuItem>
    </Menu>
  );
}

/** The buttons for an image and a video, and their dialogs (GC-15, GC-27, PC-14). */
export function ComposerTools(props: ComposerToolsProps) {
  const { imageDialog, hasVideo, isDisabled, refusal, onDraft, onChosen, recordingKey } = props;
  const [open, setOpen] = useState<'image' | 'video'>();
  const close = () => setOpen(undefined);
  const add = (chosen: Attachments) => {
    onDraft((now) => ({ ...now, attachments: { ...now.attachments, ...chosen } }));
    close();
    // The dialog returns the focus to its button; this runs afterwards.
    setTimeout(onChosen);
  };
  return (
    <>
      <Buttons
        isDisabled={isDisabled || refusal !== undefined}
        onImage={() => {
          if (refusal !== undefined) toast.problem(refusal);
          else if (isDisabled) showNotConnected();
          else setOpen('image');
        }}
        onVideo={hasVideo ? () => setOpen('video') : undefined}
      />
      {open === 'image' && (
        <LazyComponent component={imageDialog} onFailed={close}>
          {({ ImageDialog }) => (
            <ImageDialog
              onClose={close}
              onChoose={(image) => add({ image })}
              onFiles={(files) => {
                chosenFiles.add(recordingKey, files);
                add({});
              }}
            />
          )}
        </LazyComponent>
      )}
      {hasVideo && (
        <AddVideoDialog isOpen={open === 'video'} onClose={close} onChoose={(video) => add({ video })} />
      )}
    </>
  );
}
