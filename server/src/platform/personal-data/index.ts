/** Interfaces for the data copy that each user can request. */
export type { PersonalFile, PersonalSection } from './personal-section.ts';
export { PERSONAL_PAGE, sectionOf } from './section-of.ts';
