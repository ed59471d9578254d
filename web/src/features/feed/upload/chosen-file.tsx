import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Film, Image, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { mediaKindOf } from './media-kinds.ts';

export type ChosenFileProps = { file: File; onRemove: () => void };

/** Returns a ref callback that shows the file through an object URL, revoked on unmount. */
function showFile(file: File) {
  return (element: HTMLImageElement | HTMLVideoElement | null) => {
    if (!element) return undefined;
    const address = URL.createObjectURL(file);
    element.src = address;
    return () => URL.revokeObjectURL(address);
  };
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Formats the size of a file in a suitable unit. */
function sizeOf({ size }: File): string {
  const megabytes = (size / MEGABYTE).toFixed(1);
  const kilobytes = Math.ceil(size / KILOBYTE);
  return size < MEGABYTE ? t`${kilobytes} kB` : t`${megabytes} MB`;
}

function Picture({ file }: { file: File }) {
  const { t: text } = useLingui();
  // Memoised per file: the picture is not reloaded on every change of the caption.
  const ref = useMemo(() => showFile(file), [file]);
  const [hasFailed, setFailed] = useState(false);
  const isVideo = mediaKindOf(file) === 'video';
  const { name } = file;
  if (hasFailed) {
    // Some browsers can't display some types, such as AVI; they can be posted all the same.
    const Icon = isVideo ? Film : Image;
    return <Icon aria-hidden="true" className="mx-auto my-8 size-10 text-mute" />;
  }
  const shared = { ref, onError: () => setFailed(true), className: 'mx-auto max-h-64 max-w-full' };
  if (!isVideo) return <img {...shared} alt={text`Preview of ${name}`} />;
  // The preview is muted; a new recording has no captions.
  return (
    <video {...shared} aria-label={text`Preview of ${name}`} controls muted playsInline preload="metadata" />
  );
}

/** The chosen file before the upload, with a button that removes it. */
export function ChosenFile({ file, onRemove }: ChosenFileProps) {
  const { t: text } = useLingui();
  return (
    <div className="overflow-hidden rounded-card border border-line bg-raised">
      {/* A new key per file resets the error state of the previous one. */}
      <Picture key={`${file.name}/${file.lastModified}/${file.size}`} file={file} />
      <p className="flex items-center gap-2 border-t border-line bg-surface ps-4">
        <span className="min-w-0 grow truncate text-sm">{file.name}</span>
        <span className="shrink-0 text-sm text-mute tabular-nums">{sizeOf(file)}</span>
        <IconButton
          label={text`Remove file`}
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={onRemove}
        />
      </p>
    </div>
  );
}
