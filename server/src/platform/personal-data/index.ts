/** What a feature knows of one person, for the copy that everybody can ask for. */
export type { PersonalFile, PersonalSection } from './personal-section.ts';
export { PERSONAL_PAGE, sectionOf } from './section-of.ts';
