import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { upload } from '../../../platform/upload.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { ChosenVoice } from '../composer/attachments.ts';
import { playback } from './playback.ts';
import { startRecorder, type Recorder, type RecorderProblem } from './recorder.ts';
import { recordingStore, type KeptRecording } from './recording-store.ts';

/** What the recorder does. `ready`: the recording can be heard and sent. */
export type RecordingState =
  | { readonly step: 'none' }
  | { readonly step: 'asking' }
  | { readonly step: 'recording'; readonly elapsedMs: number; readonly level: number }
  | {
      readonly step: 'ready';
      readonly recording: KeptRecording;
      readonly isSending: boolean;
      readonly problem?: string | undefined;
    };

const none = { step: 'none' } as const;
/** A shorter press was no recording. */
const SHORTEST_MS = 500;

function textOf(problem: RecorderProblem): string {
  if (problem === 'not-allowed') return t`Allow the microphone in your browser to record a voice message.`;
  if (problem === 'no-microphone') return t`No microphone was found.`;
  if (problem === 'not-supported') return t`This browser can't record voice messages.`;
  return t`The recording didn't start. Please try again.`;
}

export type RecordingOptions = {
  storageKey: string;
  /** Returns the reason if the message is refused; the recording then stays. */
  onSend: (voice: ChosenVoice) => string | undefined;
};

/** Records, keeps, uploads and sends a voice message (VM-02). */
export function useRecording({ storageKey, onSend }: RecordingOptions) {
  const [state, setState] = useState<RecordingState>(none);
  const recorder = useRef<Recorder>(undefined);
  /** Counts starts: an answer of the microphone to an earlier one is ignored. */
  const starts = useRef(0);

  useEffect(() => {
    let isGone = false;
    const offerKept = async () => {
      const recording = await recordingStore.get(storageKey);
      if (!recording || isGone) return;
      setState((now) => (now.step === 'none' ? { step: 'ready', recording, isSending: false } : now));
    };
    void offerKept();
    return () => {
      isGone = true;
      starts.current += 1;
      // What was recorded is kept and offered again.
      recorder.current?.stop();
      recorder.current = undefined;
    };
  }, [storageKey]);

  const discard = useCallback(() => {
    starts.current += 1;
    recorder.current?.cancel();
    recorder.current = undefined;
    void recordingStore.remove(storageKey);
    setState(none);
  }, [storageKey]);

  const end = (recording: KeptRecording | undefined) => {
    recorder.current = undefined;
    if (!recording) return;
    if (recording.durationMs < SHORTEST_MS) return discard();
    void recordingStore.put(storageKey, recording);
    setState({ step: 'ready', recording, isSending: false });
  };

  /** Resolves with whether a recording runs. */
  const start = async (): Promise<boolean> => {
    const own = (starts.current += 1);
    playback.pause();
    setState({ step: 'asking' });
    const made = await startRecorder({
      onLevel: (elapsedMs, level) =>
        own === starts.current && setState({ step: 'recording', elapsedMs, level }),
      onSlice: (recording) => void recordingStore.put(storageKey, recording),
      onEnd: end,
    });
    if (own !== starts.current) {
      if (typeof made !== 'string') made.cancel();
      return false;
    }
    if (typeof made === 'string') {
      setState(none);
      toast.problem(textOf(made));
      return false;
    }
    recorder.current = made;
    setState({ step: 'recording', elapsedMs: 0, level: 0 });
    return true;
  };

  const send = async (recording: KeptRecording): Promise<void> => {
    const own = starts.current;
    const show = (problem: string) =>
      own === starts.current && setState({ step: 'ready', recording, isSending: false, problem });
    setState({ step: 'ready', recording, isSending: true });
    try {
      const file = new File([recording.sound], 'voice', { type: recording.sound.type });
      const kept = await upload('POST /api/audio/upload', { file, landing: '/error' });
      const { audio_id: id, duration_ms: durationMs, waveform } = kept;
      const refusal = onSend({ id, durationMs, waveform });
      if (refusal !== undefined) return void show(refusal);
      await recordingStore.remove(storageKey);
      if (own === starts.current) setState(none);
    } catch (error) {
      show(error instanceof ApiError && error.detail ? error.detail : t`Not sent. Your recording is kept.`);
    }
    return undefined;
  };

  return { state, start, discard, send, stop: () => recorder.current?.stop() };
}
