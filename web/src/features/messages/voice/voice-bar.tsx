import { Trans, useLingui } from '@lingui/react/macro';
import { Pause, Play, X } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { playback, usePlayback } from './playback.ts';
import { RateButton } from './voice-message.tsx';
import type { VoiceTrack } from './voice-store.ts';
import { clockOf } from './waveform.tsx';

/** The bar of the voice message that plays, over every page of the main screen (VM-02). */
export function VoiceBar({ track }: { track: VoiceTrack }) {
  const { t } = useLingui();
  const { isPlaying, seconds, rate } = usePlayback();
  const { name } = track;
  const Icon = isPlaying ? Pause : Play;
  return (
    <section
      aria-label={t`Voice message player`}
      className="relative flex shrink-0 items-center gap-1 border-b border-line bg-surface px-2"
    >
      <IconButton
        label={isPlaying ? t`Pause` : t`Play`}
        icon={<Icon aria-hidden="true" className="size-5 fill-current" />}
        onClick={() => (isPlaying ? playback.pause() : playback.play(track))}
      />
      <p className="min-w-0 grow truncate text-sm font-medium">
        <Trans>Voice message from {name}</Trans>
      </p>
      <span className="text-sm text-mute tabular-nums">
        {clockOf(seconds)} / {clockOf(track.durationMs / 1000)}
      </span>
      <RateButton rate={rate} />
      <IconButton
        label={t`Close the player`}
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={playback.close}
      />
    </section>
  );
}
