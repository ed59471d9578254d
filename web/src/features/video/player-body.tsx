import { PLAYER_CONTROLS_MS, isVideoId } from '@adda/contract/video';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type FocusEvent, type HTMLAttributes, type RefObject } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { isLoading, type Playback } from './playback.ts';
import type { OpenVideo } from './player-store.ts';
import { PlayerStrip } from './player-strip.tsx';
import { usePlayback, type PlaybackControl } from './use-playback.ts';
import type { PlacedPlayer } from './use-player-place.ts';
import { embedAddress } from './embed-channel.ts';
import { PlayerCovers } from './player-covers.tsx';

type PlayerFrameProps = {
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
function PlayerFrame(props: PlayerFrameProps) {
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

export type PlayerBodyProps = {
  video: OpenVideo;
  place: PlacedPlayer;
  isMoving: boolean;
  onClose: () => void;
  onRetry: () => void;
};

/** Announces state changes to screen readers. */
function StateLabel({ state, isMinimized }: { state: Playback; isMinimized: boolean }) {
  return (
    <VisuallyHidden>
      <span role="status">
        {!isLoading(state) && !state.problem && (
          <>
            {state.isPlaying ? <Trans>Playing</Trans> : <Trans>Paused</Trans>}
            {state.isMuted && (
              <>
                , <Trans>muted</Trans>
              </>
            )}
            {isMinimized && (
              <>
                , <Trans>minimized</Trans>
              </>
            )}
          </>
        )}
      </span>
    </VisuallyHidden>
  );
}

/** Whether the controls are visible, and the event handlers of the player's region. */
type ControlsVisibility = {
  readonly isVisible: boolean;
  readonly handlers: Pick<
    HTMLAttributes<HTMLElement>,
    'onPointerMove' | 'onClick' | 'onKeyDown' | 'onFocus' | 'onBlur'
  >;
};

/**
 * Hides the controls three seconds after the last movement (VP-19), but never while they contain the keyboard focus or
 * while `isHeld`. A tap shows them without pressing a hidden control.
 */
function useControlsVisible(isHeld: boolean): ControlsVisibility {
  const [hasKeyboard, setKeyboard] = useState(false);
  const [movements, setMovements] = useState(0);
  const [elapsedReason, setElapsedReason] = useState<string>();
  const onActivity = () => setMovements((count) => count + 1);

  // Every change that keeps the controls visible restarts the three seconds.
  const reason = `${movements} ${isHeld} ${hasKeyboard}`;
  useEffect(() => {
    const timer = setTimeout(() => setElapsedReason(reason), PLAYER_CONTROLS_MS);
    return () => clearTimeout(timer);
  }, [reason]);

  return {
    isVisible: elapsedReason !== reason || isHeld || hasKeyboard,
    handlers: {
      onPointerMove: onActivity,
      onClick: onActivity,
      onKeyDown: onActivity,
      onFocus: ({ target }) => setKeyboard(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) setKeyboard(false);
      },
    },
  };
}

/** One video in the player: the strip with its title and controls, and the frame below. */
export function PlayerBody({ video, place, isMoving, onClose, onRetry }: PlayerBodyProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const playback = usePlayback(video.videoId, frame);
  const { state } = playback;
  const region = useRef<HTMLElement>(null);
  const { isMinimized, isDocked } = place;
  const controls = useControlsVisible(isMinimized || !state.isPlaying);
  const { presses } = video;

  const { start } = playback;
  const seenPresses = useRef(presses);

  useEffect(() => {
    region.current?.focus({ preventScroll: true });
    if (seenPresses.current === presses) return;
    seenPresses.current = presses;
    start();
  }, [presses, start]);

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={t`Video player`}
      {...controls.handlers}
      className={classNames(
        'relative isolate flex h-full flex-col overflow-hidden border-line bg-surface text-ink outline-none focus-visible:ring-3 focus-visible:ring-teal focus-visible:ring-inset',
        isDocked ? 'border-b' : 'rounded-chip border shadow-float',
      )}
    >
      <PlayerStrip playback={playback} place={place} isVisible={controls.isVisible} onClose={onClose} />
      <PlayerFrame
        videoId={video.videoId}
        frame={frame}
        playback={playback}
        isHidden={isMinimized}
        isMoving={isMoving}
        onRetry={onRetry}
      />
      <StateLabel state={state} isMinimized={isMinimized} />
    </section>
  );
}
