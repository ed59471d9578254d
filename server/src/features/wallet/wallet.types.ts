import type { Accounts } from '../accounts/index.ts';

/** Mails the owner of an account what was done with it, once the transaction is committed. */
export type TellOwner = Accounts['tellOwner'];
