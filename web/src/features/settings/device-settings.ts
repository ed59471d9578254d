import { useSyncExternalStore } from 'react';

/** How this device alerts about a new message (SE-02). */
export type DeviceSettings = { readonly sound: boolean; readonly vibration: boolean };

/** Storage key. The colour theme has its own key, read before the first paint. */
const KEY = 'settings';

const defaults: DeviceSettings = { sound: true, vibration: true };
const listeners = new Set<() => void>();
let cached: DeviceSettings | undefined;

function stored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {}; // invalid content: use the defaults
  }
}

function read(): DeviceSettings {
  const { sound, vibration } = stored();
  return {
    sound: typeof sound === 'boolean' ? sound : defaults.sound,
    vibration: typeof vibration === 'boolean' ? vibration : defaults.vibration,
  };
}

function changed(): void {
  cached = undefined;
  for (const listener of listeners) listener();
}

addEventListener('storage', (event) => {
  if (event.key === null || event.key === KEY) changed();
});

/** Sound and vibration of this device, stored in the browser and shared by its tabs. */
export const deviceSettings = {
  /** Returns a stable object until the settings change. */
  current: (): DeviceSettings => (cached ??= read()),
  change(next: Partial<DeviceSettings>): void {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), ...read(), ...next }));
    changed();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Sound and vibration as a hook. */
export const useDeviceSettings = (): DeviceSettings =>
  useSyncExternalStore(deviceSettings.subscribe, deviceSettings.current);
