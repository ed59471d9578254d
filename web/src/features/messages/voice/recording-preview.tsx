import { useLingui } from '@lingui/react/macro';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { KeptRecording } from './recording-store.ts';
import { nameOfSound } from './voice-message.tsx';
import { clockOf, SeekBar } from './waveform.tsx';

/** The address of the sound while it is on screen. */
function useObjectUrl(sound: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(sound);
    // oxlint-disable-next-line react/set-state-in-effect -- the address is a resource that must be released
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [sound]);
  return url;
}

/** Plays a recording before it is sent (VM-02). */
export function Preview({ recording }: { recording: KeptRecording }) {
  const { t } = useLingui();
  const { sound, durationMs, peaks } = recording;
  const url = useObjectUrl(sound);
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const duration = durationMs / 1000;
  const Icon = isPlaying ? Pause : Play;
  const toggle = () => {
    if (isPlaying) audio.current?.pause();
    else void audio.current?.play().catch(() => setPlaying(false));
  };
  const seek = (to: number) => {
    if (audio.current) audio.current.currentTime = to;
    setSeconds(to);
  };
  return (
    <div
      role="group"
      aria-label={nameOfSound(durationMs)}
      className="flex min-w-0 grow items-center gap-1 rounded-full bg-raised pe-3 text-ink"
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the own voice has no captions */}
      <audio
        ref={audio}
        src={url}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => seek(0)}
        onTimeUpdate={(event) => setSeconds(event.currentTarget.currentTime)}
      />
      <IconButton
        label={isPlaying ? t`Pause` : t`Listen to the recording`}
        icon={<Icon aria-hidden="true" className="size-5 fill-current" />}
        onClick={toggle}
      />
      <SeekBar
        peaks={peaks}
        played={duration > 0 ? Math.min(1, seconds / duration) : 0}
        seconds={Math.min(seconds, duration)}
        duration={duration}
        onSeek={seek}
      />
      <span className="text-xs tabular-nums">{clockOf(isPlaying ? seconds : duration)}</span>
    </div>
  );
}
