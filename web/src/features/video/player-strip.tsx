import { Trans, useLingui } from '@lingui/react/macro';
import { GripVertical } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { PlayerControls } from './player-controls.tsx';
import { ProblemText } from './player-covers.tsx';
import type { PlaybackControl } from './use-playback.ts';
import type { PlacedPlayer } from './use-player-place.ts';

export type PlayerStripProps = {
  playback: PlaybackControl;
  place: PlacedPlayer;
  /** Whether the controls are visible. */
  isVisible: boolean;
  onClose: () => void;
};

const STEP = 16;
const LARGE_STEP = 80;

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const growth: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, _: -1 };

type MoveHandleProps = {
  /** In pixels, to the right and down. */
  onMove: (x: number, y: number) => void;
  /** In pixels of width; omitted where the width can't be changed. */
  onGrow?: ((by: number) => void) | undefined;
};

/** Handle for dragging the player; with the keyboard, arrows move it and plus and minus change its size (VP-05). */
function MoveHandle({ onMove, onGrow }: MoveHandleProps) {
  const { t } = useLingui();
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    const by = growth[event.key];
    if (!direction && by === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    if (direction) onMove(direction[0] * step, direction[1] * step);
    // A plus sign needs Shift on many keyboards, so Shift is ignored here.
    else if (by !== undefined) onGrow?.(by * STEP);
  };
  return (
    <>
      <button
        type="button"
        aria-label={t`Move the player`}
        aria-describedby={id}
        title={t`Move the player`}
        onKeyDown={onKeyDown}
        className="inline-grid size-11 shrink-0 cursor-move place-items-center rounded-full text-mute hover:bg-raised"
      >
        <GripVertical aria-hidden="true" className="size-5" />
      </button>
      <span id={id} hidden>
        {onGrow ? (
          <Trans>Arrow keys move it, with Shift further. Plus and minus change its size.</Trans>
        ) : (
          <Trans>Arrow keys move it, with Shift further.</Trans>
        )}
      </span>
    </>
  );
}

/** The strip above the video, and all of a minimized player: handle, title and controls. */
export function PlayerStrip({ playback, place, isVisible, onClose }: PlayerStripProps) {
  const { isMinimized, isMovable, isResizable, size, box, moveTo, setWidth } = place;
  const { problem, title } = playback.state;
  return (
    <div
      className={classNames(
        'player-strip flex h-13 shrink-0 items-center',
        isMovable && 'cursor-move touch-none',
      )}
    >
      {isMovable && (
        <MoveHandle
          onMove={(x, y) => moveTo(box.x + x, box.y + y)}
          onGrow={isResizable ? (by) => setWidth(box.width + by) : undefined}
        />
      )}
      <p
        dir="auto"
        title={title}
        className="min-w-0 grow truncate px-2 text-start text-sm font-semibold select-none"
      >
        {problem ? <ProblemText problem={problem} /> : (title ?? <Trans>Video</Trans>)}
      </p>
      <PlayerControls
        playback={playback}
        actions={{ ...place, close: onClose }}
        size={size}
        isMinimized={isMinimized}
        isVisible={isVisible}
      />
    </div>
  );
}
