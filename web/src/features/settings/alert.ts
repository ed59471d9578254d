import { deviceSettings } from './device-settings.ts';

/** One message is one sound, however many ways the news of it comes. */
const QUIET_MS = 3000;
const VIBRATION_MS = 60;

/** Two soft notes, in Hz and in seconds from the start. */
const NOTES = [
  { pitch: 659.25, at: 0 },
  { pitch: 880, at: 0.11 },
] as const;
const LOUDNESS = 0.06;
const NOTE_SECONDS = 0.3;

let lastAt = Number.NEGATIVE_INFINITY;
let audio: AudioContext | undefined;

/** A short sound made by the device itself: no file to fetch. Silent where the browser allows none yet. */
async function playSound(): Promise<void> {
  audio ??= new AudioContext();
  await audio.resume();
  for (const { pitch, at } of NOTES) {
    const start = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { type: 'sine', frequency: pitch });
    const loudness = new GainNode(audio, { gain: 0 });
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_SECONDS);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS);
  }
}

/**
 * Tells the person's ears and hand that something waits, as far as they want it (SE-02); at most once in a few
 * seconds.
 */
export function alertPerson(): void {
  const now = performance.now();
  if (now - lastAt < QUIET_MS) return;
  lastAt = now;
  const { sound, vibration } = deviceSettings.current();
  if (vibration && 'vibrate' in navigator) navigator.vibrate(VIBRATION_MS);
  // Browsers allow no sound before the first press on the page.
  if (sound && 'AudioContext' in globalThis) playSound().catch(() => undefined);
}

/** Lets the next alert be heard at once; for tests. */
export const forgetLastAlert = (): void => {
  lastAt = Number.NEGATIVE_INFINITY;
};
