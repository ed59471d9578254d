import { PLAYER_CONTROLS_MS } from '@adda/contract/video';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type FocusEvent, type HTMLAttributes } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { isLoading, type Playback } from './playback.ts';
import { PlayerFrame } from './player-frame.tsx';
import type { OpenVideo } from './player-store.ts';
import { PlayerStrip } from './player-strip.tsx';
import { usePlayback } from './use-playback.ts';
import type { PlacedPlayer } from './use-player-place.ts';

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
