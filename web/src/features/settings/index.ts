/** User settings (SE-01 to SE-18). The page is loaded lazily: `settings-screen.tsx`. */
export { alertUser } from './alert.ts';
export { cacheAvailability, useAvailability } from './availability.ts';
export { shareDeviceSettings } from './share-device-settings.ts';
