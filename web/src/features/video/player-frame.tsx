import { isVideoId } from '@adda/contract/video';
import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { embedAddress } from './embed-channel.ts';
import { PlayerCovers } from './player-covers.tsx';
import type { PlaybackControl } from './use-playback.ts';

export type PlayerFrameProps = {
  videoId: string;
  frame: RefObject<HTMLIFrameElement | null>;
  playback: PlaybackControl;
  /**
   * The video continues while hidden; its frame must keep its position in the DOM, because moving it would reload the
   * video.
   */
  isHidden: boolean;
  /** While the player is dragged, the frame must not receive pointer events. */
  isMoving: boolean;
  onRetry: () => void;
};

/** The frame of the video, with its overlays while it loads, is blocked or has failed (VP-06 to VP-10). */
export function PlayerFrame(props: PlayerFrameProps) {
  const { videoId, frame, playback, isHidden, isMoving, onRetry } = props;
  const { t } = useLingui();
  return (
    <div
      className={classNames(
        'bg-black',
        isHidden ? 'invisible absolute inset-0 -z-1 overflow-hidden' : 'relative min-h-0 grow',
      )}
    >
      {isVideoId(videoId) && (
        <iframe
          ref={frame}
          src={embedAddress(videoId, location.origin)}
          title={t`YouTube video`}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          // YouTube refuses to play for a page without an origin as referrer (error 153); it receives only the origin.
          referrerPolicy="strict-origin-when-cross-origin"
          // Being of another origin, it can't remove its own sandbox.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
          className={classNames('block size-full border-0', isMoving && 'pointer-events-none')}
        />
      )}
      <PlayerCovers videoId={videoId} playback={playback} onRetry={onRetry} />
    </div>
  );
}
