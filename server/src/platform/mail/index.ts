export { createMailer } from './mailer.ts';
export type { Mailer } from './mailer.ts';
