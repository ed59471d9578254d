import { useLingui } from '@lingui/react/macro';
import {
  ChevronDown,
  ChevronUp,
  Expand,
  Maximize,
  Pause,
  Play,
  Shrink,
  Volume2,
  VolumeX,
  X,
} from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { PlayerSize } from './player-place.ts';
import type { PlaybackControl } from './use-playback.ts';

/** Actions of the controls besides playback. */
export type PlayerActions = {
  readonly changeSize: () => void;
  readonly minimize: () => void;
  readonly restore: () => void;
  readonly close: () => void;
};

export type PlayerControlsProps = {
  playback: PlaybackControl;
  actions: PlayerActions;
  size: PlayerSize;
  isMinimized: boolean;
  isVisible: boolean;
};

const sizeIcons = { small: Expand, full: Maximize, maximized: Shrink };

function SizeButton({ size, onPress }: { size: PlayerSize; onPress: () => void }) {
  const { t } = useLingui();
  const Icon = sizeIcons[size];
  const labels = { small: t`Full size`, full: t`Maximize`, maximized: t`Small size` };
  return (
    <IconButton
      label={labels[size]}
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={onPress}
    />
  );
}

/** Play or pause, mute, resize, minimize or restore, close (VP-04). */
export function PlayerControls(props: PlayerControlsProps) {
  const { playback, actions, size, isMinimized, isVisible } = props;
  const { t } = useLingui();
  const { isPlaying, isMuted, isReady } = playback.state;
  const isOff = !isReady || playback.state.problem !== undefined;
  const PlayIcon = isPlaying ? Pause : Play;
  const SoundIcon = isMuted ? VolumeX : Volume2;
  return (
    <div
      className={classNames(
        'player-controls flex shrink-0 items-center transition-opacity duration-200',
        // While hidden it ignores taps (a mouse shows it first by hovering); the keyboard can still focus it.
        !isVisible && 'opacity-0 any-pointer-coarse:pointer-events-none',
      )}
    >
      <IconButton
        label={isPlaying ? t`Pause` : t`Play`}
        icon={<PlayIcon aria-hidden="true" className="size-5 fill-current" />}
        disabled={isOff}
        onClick={playback.toggle}
      />
      {!isMinimized && (
        <>
          <IconButton
            label={isMuted ? t`Unmute` : t`Mute`}
            icon={<SoundIcon aria-hidden="true" className="size-5" />}
            disabled={isOff}
            onClick={playback.toggleSound}
          />
          <SizeButton size={size} onPress={actions.changeSize} />
        </>
      )}
      {/* One button in both states, so that it keeps the focus. */}
      <IconButton
        label={isMinimized ? t`Restore` : t`Minimize`}
        icon={
          isMinimized ? (
            <ChevronUp aria-hidden="true" className="size-5" />
          ) : (
            <ChevronDown aria-hidden="true" className="size-5" />
          )
        }
        onClick={isMinimized ? actions.restore : actions.minimize}
      />
      <IconButton
        label={t`Close`}
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={actions.close}
      />
    </div>
  );
}
