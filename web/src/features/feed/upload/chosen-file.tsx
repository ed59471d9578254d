import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Film, Image, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { mediaKindOf } from './media-kinds.ts';

/** Props of {@link ChosenFile}. */
export type ChosenFileProps = { file: File; onRemove: () => void };

/** Shows a file at an address for this page alone, which ends with it. */
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

/** How large a file is, in a unit that fits. */
function sizeOf({ size }: File): string {
  const megabytes = (size / MEGABYTE).toFixed(1);
  const kilobytes = Math.ceil(size / KILOBYTE);
  return size < MEGABYTE ? t`${kilobytes} kB` : t`${megabytes} MB`;
}

function Picture({ file }: { file: File }) {
  const { t: text } = useLingui();
  // Made once for this file: the picture is not loaded again with every letter of the caption.
  const ref = useMemo(() => showFile(file), [file]);
  const [hasFailed, setFailed] = useState(false);
  const isVideo = mediaKindOf(file) === 'video';
  const { name } = file;
  if (hasFailed) {
    // Not every browser shows every kind, an AVI for one; it can be posted all the same.
    const Icon = isVideo ? Film : Image;
    return <Icon aria-hidden="true" className="mx-auto my-8 size-10 text-mute" />;
  }
  const shared = { ref, onError: () => setFailed(true), className: 'mx-auto max-h-64 max-w-full' };
  if (!isVideo) return <img {...shared} alt={text`Preview of ${name}`} />;
  // It is silent; captions of what somebody filmed a moment ago don't exist.
  return (
    <video {...shared} aria-label={text`Preview of ${name}`} controls muted playsInline preload="metadata" />
  );
}

/** What was chosen to be posted, before it is sent, with a way to take it out. */
export function ChosenFile({ file, onRemove }: ChosenFileProps) {
  const { t: text } = useLingui();
  return (
    <div className="overflow-hidden rounded-card border border-line bg-raised">
      {/* Another file is another picture, also when the one before could not be shown. */}
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
