import { deviceState } from '../../platform/device-state.ts';
import { deviceSettings } from './device-settings.ts';

/** Gives sound and vibration of this device to the service worker, now and when they change (PN-04). */
export function shareDeviceSettings(): void {
  const share = () => void deviceState.set('alerts', deviceSettings.current());
  share();
  deviceSettings.subscribe(share);
}
