import { Trans } from '@lingui/react/macro';
import { classNames } from '../../ui/class-names.ts';
import { MoveHandle } from './move-handle.tsx';
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
