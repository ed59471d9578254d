import { inBurst } from '../../platform/alert-burst.ts';
import { deviceSettings } from './device-settings.ts';

/** Throttle in ms: a message that arrives by several routes alerts once. */
const THROTTLE_MS = 3000;
const VIBRATION_MS = 60;

/** Two soft notes: frequency in Hz, start in seconds. */
const NOTES = [
  { pitch: 659.25, at: 0 },
  { pitch: 880, at: 0.11 },
] as const;
const LOUDNESS = 0.06;
const NOTE_SECONDS = 0.3;

let lastAt = Number.NEGATIVE_INFINITY;
let audio: AudioContext | undefined;

/** Plays a short synthesized sound, without a file to fetch. Silent if the browser does not allow sound yet. */
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

function alertNow(): void {
  const { sound, vibration } = deviceSettings.current();
  if (vibration && 'vibrate' in navigator) navigator.vibrate(VIBRATION_MS);
  // Browsers allow no sound before the first press on the page.
  if (sound && 'AudioContext' in globalThis) playSound().catch(() => undefined);
}

/**
 * Alerts the user by sound and vibration, as their settings allow (SE-02): once for a burst in all pages of this browser and its
 * notifications (PN-04).
 */
export function alertUser(): void {
  const now = performance.now();
  if (now - lastAt < THROTTLE_MS) return;
  lastAt = now;
  void inBurst((isFirst) => isFirst && alertNow());
}

/** Resets the throttle; for tests. */
export const resetAlertThrottle = (): void => {
  lastAt = Number.NEGATIVE_INFINITY;
};
