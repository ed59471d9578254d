import { createHmac } from 'node:crypto';
import { appError } from '../../../platform/errors.ts';
import { isSameSecret } from '../../../platform/secrets/same-secret.ts';
import { keysFor, type ServerSecret } from '../../../platform/secrets/server-secrets.ts';
import type { Accounts } from '../../accounts/index.ts';

/** 128 bits: unguessable, and short enough that mail programs do not wrap the link. */
const PROOF_LENGTH = 22;

const TOKEN = /^([0-9a-z]{1,11})\.([\w-]+)$/;

type Deps = {
  readonly secret: ServerSecret;
  readonly publicUrl: () => string;
  readonly accounts: Pick<Accounts, 'stopMails'>;
};

/**
 * Creates the links that end mails (NT-05). A link names the account by its number, never by its address, works any number of
 * times, and does not expire: old mails must be possible to end too. It can do nothing else.
 */
export function createUnsubscribing({ secret, publicUrl, accounts }: Deps) {
  const keys = keysFor(secret, 'accepted', 'adda unsubscribe links');
  const tokenOf = (userId: number, key = keys[0]): string => {
    const name = userId.toString(36);
    const proof = createHmac('sha256', key).update(name).digest('base64url').slice(0, PROOF_LENGTH);
    return `${name}.${proof}`;
  };
  return {
    /** Returns where a POST ends the mails to a user, and a browser shows the page that does it. */
    urlFor: (userId: number): string => `${publicUrl()}/unsubscribe?token=${tokenOf(userId)}`,

    /** Ends the mails. The same answer for accounts that are deleted. Throws `invalid_unsubscribe_link`. */
    async unsubscribe(token: string): Promise<void> {
      const [, name = ''] = TOKEN.exec(token) ?? [];
      const userId = Number.parseInt(name, 36);
      if (!Number.isSafeInteger(userId) || !keys.some((key) => isSameSecret(token, tokenOf(userId, key))))
        throw appError('invalid_unsubscribe_link');
      await accounts.stopMails(userId);
    },
  };
}

/** The links that end mails. */
export type Unsubscribing = ReturnType<typeof createUnsubscribing>;
