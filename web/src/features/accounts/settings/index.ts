/** The sections of the settings that concern the account (HM-08); import them lazily. */
export { AccountSection } from './account-section.tsx';
export { SecuritySection } from './security-section.tsx';
