import { IMAGE_FILE_TYPES } from '@adda/contract/media';
import { Trans, useLingui } from '@lingui/react/macro';
import { Upload } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { isCompressed } from '../../../platform/compress-image.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { ChosenImage } from './attachments.ts';
import { ImagePreview, ImageUrlField, useImageFrom, type ImageUrlRule } from './image-url.tsx';
import type { ImageDialogProps } from './allowed-attachments.ts';
import { useImageFile } from './image-file.ts';

type Source = 'file' | 'url';

type FileSourceProps = Pick<ImageDialogProps, 'onFiles'> & { chosen: ReturnType<typeof useImageFile> };

function FileSource({ chosen, onFiles }: FileSourceProps) {
  const { t } = useLingui();
  const { file, state } = chosen;
  const input = useRef<HTMLInputElement>(null);
  const percent = state.step === 'uploading' ? Math.round(state.progress * 100) : 0;
  return (
    <div className="grid gap-2 pt-4">
      <input
        ref={input}
        type="file"
        multiple
        accept={IMAGE_FILE_TYPES.join(',')}
        aria-label={t`Image file`}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          const [picked] = files;
          // The same file may be chosen again.
          target.value = '';
          if (files.length > 1) onFiles(files);
          else if (picked) chosen.choose(picked);
        }}
      />
      <Button
        tone="quiet"
        icon={<Upload aria-hidden="true" className="size-4" />}
        className="justify-self-start"
        data-autofocus
        onClick={() => input.current?.click()}
      >
        {file ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
      </Button>
      {file && <p className="min-w-0 text-sm break-all">{file.name}</p>}
      <p className="text-sm text-mute">
        <Trans>
          JPG, PNG, GIF or WEBP of up to 10 MB. Over 2 MB it is made smaller before it is sent; a GIF then no
          longer moves.
        </Trans>
      </p>
      {file && isCompressed(file) && file.type === 'image/gif' && (
        <p role="status" className="text-sm font-medium">
          <Trans>This GIF is over 2 MB, so it will stand still.</Trans>
        </p>
      )}
      <ImagePreview
        image={state.step === 'done' ? state.image : undefined}
        busy={
          state.step === 'compressing' ? (
            <Trans>Making it smaller…</Trans>
          ) : (
            state.step === 'uploading' && (
              <>
                <Trans>Sending…</Trans>
                <ProgressBar label={t`Upload`} percent={percent} className="w-32" />
              </>
            )
          )
        }
        problem={
          state.step === 'failed' && (
            <>
              {state.problem}
              {state.detail && <span className="block font-normal text-mute">{state.detail}</span>}
            </>
          )
        }
        onRetry={state.step === 'failed' && state.mayRetry ? chosen.retry : undefined}
      />
    </div>
  );
}

type UrlSourceProps = Pick<ImageSourceDialogProps, 'refusalText' | 'urlHint'> & {
  typed: string;
  onTyped: (typed: string) => void;
  found: ReturnType<typeof useImageFrom>;
};

function UrlSource(props: UrlSourceProps) {
  const { found } = props;
  return (
    <div className="pt-4">
      <ImageUrlField
        typed={props.typed}
        onTyped={props.onTyped}
        error={found.isInvalid && props.refusalText}
        hint={props.urlHint}
      />
      <ImagePreview
        image={found.image}
        busy={found.isLoading && <Trans>Getting the image…</Trans>}
        problem={found.problem}
        onRetry={found.retry}
      />
    </div>
  );
}

export type ImageSourceDialogProps = ImageDialogProps & {
  title: ReactNode;
  /** The source shown first. */
  start: Source;
  rule: ImageUrlRule;
  /** Shown for an address that the rule refuses. */
  refusalText: ReactNode;
  urlHint: ReactNode;
};

type ImageFrameProps = ImageDialogProps & {
  title: ReactNode;
  /** The image to add; undefined until there is one. */
  image: ChosenImage | undefined;
  /** The source of the image: file or address. */
  children: ReactNode;
};

/** The dialog for choosing an image: Enter and 'Add image' accept it, Cancel does not. */
function ImageFrame({ title, image, onClose, onChoose, children }: ImageFrameProps) {
  const form = useId();
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={title}
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
          if (!image) return;
          onChoose(image);
          onClose();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

/** Adds an image to a message, from a file or an address, with a preview of the server's copy. */
export function ImageSourceDialog(props: ImageSourceDialogProps) {
  const { title, start, rule, refusalText, urlHint, ...dialog } = props;
  const { t } = useLingui();
  const [source, setSource] = useState<Source>(start);
  const [typed, setTyped] = useState('');
  const chosen = useImageFile();
  const found = useImageFrom(typed, rule);
  const ofFile = chosen.state.step === 'done' ? chosen.state.image : undefined;
  const fileSource = () => <FileSource chosen={chosen} onFiles={dialog.onFiles} />;
  const url = { typed, onTyped: setTyped, found, refusalText, urlHint };
  const urlSource = () => <UrlSource {...url} />;
  return (
    <ImageFrame {...dialog} title={title} image={source === 'file' ? ofFile : found.image}>
      <Tabs<Source>
        label={t`Where the image is`}
        value={source}
        onChange={setSource}
        items={[
          { id: 'file', label: <Trans>File</Trans>, content: fileSource },
          { id: 'url', label: <Trans>URL</Trans>, content: urlSource },
        ]}
      />
    </ImageFrame>
  );
}
