import type { EvidenceFile } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import { Eye, EyeOff, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useRevealedFiles } from './revealed-files.tsx';

export type EvidenceFileBoxProps = {
  file: EvidenceFile;
  /** Label for screen readers. */
  label: string;
};

function Video({ file, label, onFailed }: EvidenceFileBoxProps & { onFailed: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- user uploads have no captions
    <video
      src={file.url}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      onError={onFailed}
      className="size-full bg-black object-contain"
    />
  );
}

function Picture({
  file,
  label,
  isShown,
  onFailed,
}: EvidenceFileBoxProps & { isShown: boolean; onFailed: () => void }) {
  return (
    <img
      src={file.url}
      alt={isShown ? label : ''}
      decoding="async"
      onError={onFailed}
      className={isShown ? 'size-full object-contain' : 'size-full scale-110 object-cover blur-2xl'}
    />
  );
}

/** A picture or video of the evidence: blurred until revealed, and never played automatically. */
export function EvidenceFileBox({ file, label }: EvidenceFileBoxProps) {
  const shown = useRevealedFiles();
  const [failed, setFailed] = useState<string>();
  const isShown = shown.isShown(file.url);
  const isVideo = file.kind === 'video';
  const { width, height } = file;
  const ratio = width && height ? `${width} / ${height}` : '4 / 3';
  if (failed === file.url)
    return (
      <p className="flex items-center gap-2 rounded-chip bg-raised p-3 text-sm text-mute">
        <ImageOff aria-hidden="true" className="size-4 shrink-0" />
        <Trans>This link is over. Load the report again to see it.</Trans>
      </p>
    );
  const onFailed = () => setFailed(file.url);
  return (
    <div
      className="relative max-h-104 w-full max-w-96 overflow-hidden rounded-chip bg-raised"
      style={{ aspectRatio: ratio }}
    >
      {isVideo ? (
        isShown && <Video file={file} label={label} onFailed={onFailed} />
      ) : (
        <Picture file={file} label={label} isShown={isShown} onFailed={onFailed} />
      )}
      <div className={isShown ? 'absolute end-2 top-2' : 'absolute inset-0 grid place-items-center'}>
        <Button
          tone="quiet"
          size="small"
          className="shadow-pill"
          aria-pressed={isShown}
          onClick={() => shown.toggle(file.url)}
          icon={
            isShown ? (
              <EyeOff aria-hidden="true" className="size-4" />
            ) : (
              <Eye aria-hidden="true" className="size-4" />
            )
          }
        >
          {isShown ? <Trans>Hide</Trans> : isVideo ? <Trans>Show video</Trans> : <Trans>Show picture</Trans>}
        </Button>
      </div>
    </div>
  );
}
