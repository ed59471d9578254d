import { Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus, Plus, Video } from 'lucide-react';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart, Part } from '../../../ui/lazy-part.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { AddVideoDialog } from '../../video/index.ts';
import type { Attachments, Words } from './attachments.ts';

const imageDialog = lazyPart(() => import('./image-dialog.tsx'));

/** From here on every button has its own place. */
const WIDE = '(width >= 30rem)';

/** Whether the input's line has room for every button and many words. */
export const useIsWide = (): boolean => useMediaQuery(WIDE);

/** Props of {@link ComposerTools}. */
export type ComposerToolsProps = {
  onWords: Dispatch<SetStateAction<Words>>;
  /** Something was chosen: the person goes on writing. */
  onChosen: () => void;
};

function Buttons({ onImage, onVideo }: { onImage: () => void; onVideo: () => void }) {
  const { t } = useLingui();
  if (useIsWide()) {
    return (
      <>
        <IconButton
          label={t`Add image`}
          icon={<ImagePlus aria-hidden="true" className="size-5" />}
          onClick={onImage}
        />
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

/** The buttons for an image and a video, and their dialogs (GC-15, GC-27). */
export function ComposerTools({ onWords, onChosen }: ComposerToolsProps) {
  const [open, setOpen] = useState<'image' | 'video'>();
  const close = () => setOpen(undefined);
  const add = (chosen: Attachments) => {
    onWords((now) => ({ ...now, attachments: { ...now.attachments, ...chosen } }));
    close();
    // The dialog gives the focus back to its button; this comes after.
    setTimeout(onChosen);
  };
  return (
    <>
      <Buttons onImage={() => setOpen('image')} onVideo={() => setOpen('video')} />
      {open === 'image' && (
        <Part part={imageDialog} onFailed={close}>
          {({ ImageDialog }) => <ImageDialog onClose={close} onChoose={(image) => add({ image })} />}
        </Part>
      )}
      <AddVideoDialog isOpen={open === 'video'} onClose={close} onChoose={(video) => add({ video })} />
    </>
  );
}
