/** User settings (SE-01 to SE-18). The dialog is loaded lazily: `settings-panel.tsx`. */
export { alertUser } from './alert.ts';
export { cacheAvailability, useAvailability } from './availability.ts';
