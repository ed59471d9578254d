import { videoUrlOf } from '@adda/contract/video';
import { Trans } from '@lingui/react/macro';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { isLoading, type PlaybackProblem } from './playback.ts';
import type { PlaybackControl } from './use-playback.ts';

function Cover({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 overflow-y-auto bg-[#17101c] p-3 text-center text-[#f6edf7]">
      {children}
    </div>
  );
}

/** The message for a problem (VP-10, VP-20). */
export function ProblemText({ problem }: { problem: PlaybackProblem }) {
  return problem === 'invalid-id' ? <Trans>Invalid video ID</Trans> : <Trans>Failed to load video</Trans>;
}

type ProblemProps = { problem: PlaybackProblem; videoId: string; onRetry: () => void };

function Problem({ problem, videoId, onRetry }: ProblemProps) {
  return (
    <Cover>
      <div role="alert">
        <p className="font-semibold">
          <ProblemText problem={problem} />
        </p>
        <p className="text-sm">
          <Trans>Please check the video ID or try again.</Trans>
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
        <Button size="small" onClick={onRetry}>
          <Trans>Try Again</Trans>
        </Button>
        {problem === 'not-loaded' && (
          <a
            href={videoUrlOf(videoId)}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-9 items-center text-sm font-medium underline underline-offset-2 pointer-coarse:min-h-11"
          >
            <Trans>Open on YouTube</Trans>
          </a>
        )}
      </div>
    </Cover>
  );
}

export type PlayerCoversProps = { videoId: string; playback: PlaybackControl; onRetry: () => void };

/** Overlays of a video that is loading, blocked or failed (VP-07 to VP-10). */
export function PlayerCovers({ videoId, playback, onRetry }: PlayerCoversProps) {
  const { state } = playback;
  if (state.problem) return <Problem problem={state.problem} videoId={videoId} onRetry={onRetry} />;
  if (isLoading(state)) {
    return (
      <Cover>
        <Spinner />
        <p role="status">
          <Trans>Loading...</Trans>
        </p>
      </Cover>
    );
  }
  if (!state.isBlocked) return null;
  return (
    <Cover>
      <Button
        tone="warm"
        icon={<Play aria-hidden="true" className="size-5 fill-current" />}
        onClick={playback.start}
      >
        <Trans>Play Video</Trans>
      </Button>
    </Cover>
  );
}
