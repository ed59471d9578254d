/** Interfaces for the data copy that each user can request. */
export { PERSONAL_PAGE, sectionOf, type PersonalFile, type PersonalSection } from './personal-section.ts';
