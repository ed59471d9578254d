/** User settings (SE-01 to SE-18). The dialog is loaded lazily: `settings-panel.tsx`. */
export { alertPerson } from './alert.ts';
export { holdAvailability, useAvailability } from './availability.ts';
