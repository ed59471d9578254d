import { videoUrlOf } from '@adda/contract/video';
import { Trans } from '@lingui/react/macro';
import { ExternalLink, Play, Video } from 'lucide-react';
import { useContext } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TabIndex } from '../../ui/tab-index.ts';
import { openVideo } from './player-store.ts';

export type VideoCardProps = { videoId: string; isOwn: boolean; isWhisper: boolean };

/** A video in a message. It shows no thumbnail: loading one would reveal to YouTube who reads the message. */
export function VideoCard({ videoId, isOwn, isWhisper }: VideoCardProps) {
  const isOnRani = isOwn && !isWhisper;
  const tabIndex = useContext(TabIndex);
  return (
    <div
      className={classNames(
        'my-1 w-60 max-w-full rounded-card p-2.5 text-ink',
        isOnRani ? 'bg-surface' : 'bg-raised',
      )}
    >
      <p className="flex items-center gap-2 px-1 font-semibold">
        <Video aria-hidden="true" className="size-5 shrink-0" />
        <Trans>YouTube video</Trans>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3">
        <Button
          tone="warm"
          size="small"
          tabIndex={tabIndex}
          icon={<Play aria-hidden="true" className="size-4 fill-current" />}
          onClick={() => openVideo(videoId)}
        >
          <Trans>Play video</Trans>
        </Button>
        <a
          href={videoUrlOf(videoId)}
          target="_blank"
          tabIndex={tabIndex}
          rel="noopener noreferrer nofollow"
          className="inline-flex min-h-9 items-center gap-1.5 text-sm font-medium underline underline-offset-2 pointer-coarse:min-h-11"
        >
          <Trans>Open on YouTube</Trans>
          <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
        </a>
      </div>
    </div>
  );
}
