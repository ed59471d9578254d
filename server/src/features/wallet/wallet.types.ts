import type { Accounts } from '../accounts/index.ts';

/** Sends a mail to the account owner after the commit. */
export type MailOwner = Accounts['mailOwner'];
