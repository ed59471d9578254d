/** What a person sets for themselves (SE-01 to SE-18). The dialog comes lazily: `settings-panel.tsx`. */
export { alertPerson } from './alert.ts';
export { holdAvailability, useAvailability } from './availability.ts';
