import { beforeEach, expect, it, vi } from 'vitest';
import { alertUser, resetAlertThrottle } from './alert.ts';
import { deviceSettings } from './device-settings.ts';

const vibrate = vi.fn(() => true);
const started = vi.fn();

/** Mimics the browser's audio for one short sound. */
class TestAudio {
  currentTime = 0;
  destination = {};
  resume = () => Promise.resolve();
}
class TestNode {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect = (next: unknown) => next;
  start = started;
  stop() {}
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', TestAudio);
  vi.stubGlobal('OscillatorNode', TestNode);
  vi.stubGlobal('GainNode', TestNode);
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  resetAlertThrottle();
  vibrate.mockClear();
  started.mockClear();
  return () => vi.unstubAllGlobals();
});

it('SE-02: sounds and vibrates, once for simultaneous updates', async () => {
  deviceSettings.change({ sound: true, vibration: true });
  alertUser();
  alertUser();
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(2));
  expect(vibrate).toHaveBeenCalledOnce();
});

it('SE-02: is silent and still if the user has disabled it', async () => {
  deviceSettings.change({ sound: false, vibration: true });
  alertUser();
  expect(vibrate).toHaveBeenCalledOnce();
  resetAlertThrottle();
  deviceSettings.change({ sound: true, vibration: false });
  alertUser();
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(2));
  expect(vibrate).toHaveBeenCalledOnce();
});
