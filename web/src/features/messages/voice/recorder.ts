import { AUDIO_MAX_SECONDS, WAVEFORM_SLICES } from '@adda/contract/media/limits';
import type { KeptRecording } from './recording-store.ts';

/** Preferred formats, all of which the server accepts (VM-01). */
const FORMATS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];
/** A recording stops this long before the limit, because a recorder ends a little later. */
const RESERVE_MS = 500;
/** The sound is handed over at this interval, so that little is lost when the page is closed. */
const SLICE_MS = 1000;
const LEVEL_MS = 100;
/** The samples of one measurement: 171 ms at 48 kHz, so that nothing between two measurements is missed. */
const MEASURED_SAMPLES = 8192;
const BITS_PER_SECOND = 48_000;

/** Maximum length in ms. */
export const RECORDING_MS = AUDIO_MAX_SECONDS * 1000 - RESERVE_MS;

/** Why there is no recording. */
export type RecorderProblem = 'no-microphone' | 'not-allowed' | 'not-supported' | 'failed';

export type RecorderEvents = {
  /** `level` is the current one, from 0 to 100. */
  readonly onLevel: (elapsedMs: number, level: number) => void;
  /** Called with everything so far, about once a second. */
  readonly onSlice: (recording: KeptRecording) => void;
  /** Called once at the end: pressed stop, the limit, or the microphone was taken away, for example by a call. */
  readonly onEnd: (recording: KeptRecording | undefined) => void;
};

/** A running recording. */
export type Recorder = {
  readonly stop: () => void;
  /** Ends without a result. */
  readonly cancel: () => void;
};

function problemOf(error: unknown): RecorderProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'not-allowed';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'no-microphone' : 'failed';
}

/** Returns 64 peaks of equal slices of the measured levels. */
export function peaksOf(levels: readonly number[]): number[] {
  return Array.from({ length: WAVEFORM_SLICES }, (_value, slice) => {
    const from = Math.floor((slice * levels.length) / WAVEFORM_SLICES);
    const to = Math.max(from + 1, Math.floor(((slice + 1) * levels.length) / WAVEFORM_SLICES));
    return Math.max(0, ...levels.slice(from, to));
  });
}

/** Returns a function that measures the level of a microphone, from 0 to 100, and one that ends it. */
function meterOf(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = MEASURED_SAMPLES;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level(): number {
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      return Math.min(100, Math.round(peak * 100));
    },
    close: () => void context.close(),
  };
}

/** Starts recording after the user has allowed the microphone. Resolves with a problem if it is not possible. */
export async function startRecorder(events: RecorderEvents): Promise<Recorder | RecorderProblem> {
  // Missing on an insecure origin.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices || !('MediaRecorder' in globalThis)) return 'not-supported';
  const stream = await devices
    .getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
    .catch(problemOf);
  return typeof stream === 'string' ? stream : record(stream, events);
}

function record(stream: MediaStream, { onLevel, onSlice, onEnd }: RecorderEvents): Recorder {
  const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
  const recorder = new MediaRecorder(stream, {
    ...(mimeType !== undefined && { mimeType }),
    audioBitsPerSecond: BITS_PER_SECOND,
  });
  const meter = meterOf(stream);
  const slices: Blob[] = [];
  const levels: number[] = [];
  const startedAt = Date.now();
  let isCancelled = false;
  const elapsed = () => Math.min(RECORDING_MS, Date.now() - startedAt);
  const soFar = (): KeptRecording => ({
    sound: new Blob(slices, { type: recorder.mimeType }),
    durationMs: elapsed(),
    peaks: peaksOf(levels),
  });
  const stop = () => recorder.state !== 'inactive' && recorder.stop();
  const tick = setInterval(() => {
    const level = meter.level();
    levels.push(level);
    onLevel(elapsed(), level);
    if (elapsed() >= RECORDING_MS) stop();
  }, LEVEL_MS);

  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    slices.push(data);
    if (!isCancelled) onSlice(soFar());
  });
  recorder.addEventListener('stop', () => {
    clearInterval(tick);
    meter.close();
    for (const track of stream.getTracks()) track.stop();
    onEnd(isCancelled || slices.length === 0 ? undefined : soFar());
  });
  // A call, or an unplugged microphone.
  for (const track of stream.getTracks()) track.addEventListener('ended', stop);
  recorder.start(SLICE_MS);
  return {
    stop,
    cancel() {
      isCancelled = true;
      stop();
    },
  };
}
