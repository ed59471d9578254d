export { createMailer, MAIL_RETRIES } from './mailer.ts';
export type { Mailer } from './mailer.ts';
