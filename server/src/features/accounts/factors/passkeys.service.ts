import { PASSKEYS_MAX, type NewPasskey, type Passkey } from '@adda/contract/accounts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { randomId } from '../accounts.policy.ts';
import type { AccountsContext } from '../accounts.types.ts';
import type { OwnerMails } from '../mails.service.ts';
import { findByLogin, lockUser } from '../users.repository.ts';
import type { PasskeyCeremonies } from './passkey-ceremonies.service.ts';
import * as stored from './passkeys.repository.ts';

/** Stores a new passkey; the caller counts it. Throws `passkey_refused` if another account has it. */
async function storePasskey(
  tx: Tx,
  userId: number,
  {
    credential,
    name,
    now,
  }: { readonly credential: stored.StoredCredential; readonly name: string; readonly now: Date },
): Promise<Passkey> {
  const id = randomId();
  if (!(await stored.insertPasskey(tx, { ...credential, id, user_id: userId, name, created_at: now })))
    throw appError('passkey_refused');
  return { passkey_id: id, name, created_at: now.toISOString(), last_used_at: null };
}

type Deps = {
  readonly ceremonies: PasskeyCeremonies;
  readonly ownerMails: OwnerMails;
};

/** The passkeys of the caller (ID-01). */
export function createPasskeys({ database, clock }: AccountsContext, { ceremonies, ownerMails }: Deps) {
  const keyOf = ({ userId }: Actor) => `user ${userId}`;
  return {
    /** Returns the options for one more passkey. Throws `too_many_passkeys`, or `passkey_refused` on an IP address. */
    async options(actor: Actor) {
      const existing = await stored.listPasskeys(database.db, actor.userId);
      if (existing.length >= PASSKEYS_MAX) throw appError('too_many_passkeys');
      const { username, userId } = actor;
      return ceremonies.optionsForNew('add', { key: keyOf(actor), username, userId }, existing);
    },

    /** Adds a passkey and tells the owner by mail. Throws `passkey_refused` or `too_many_passkeys`. */
    async add(actor: Actor, passkey: NewPasskey): Promise<Passkey> {
      const credential = await ceremonies.verifyNew(passkey, 'add', keyOf(actor));
      return database.transaction(async (tx) => {
        const user = await lockUser(tx, actor.userId);
        if (!user) throw appError('invalid_token');
        if (user.passkey_count >= PASSKEYS_MAX) throw appError('too_many_passkeys');
        const added = await storePasskey(tx, user.id, { credential, name: passkey.name, now: clock() });
        await stored.countPasskeys(tx, user.id, 1);
        await ownerMails.mailOwner(tx, user.id, { kind: 'passkey_added' });
        return added;
      });
    },

    async list(actor: Actor): Promise<Passkey[]> {
      return (await stored.listPasskeys(database.db, actor.userId)).map((row) => ({
        passkey_id: row.id,
        name: row.name,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at?.toISOString() ?? null,
      }));
    },

    /** Removes a passkey of the caller. Throws `passkey_not_found`, or `last_way_in` for the only way into the account. */
    async remove(actor: Actor, passkeyId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const user = await lockUser(tx, actor.userId);
        if (!user || !(await stored.deletePasskey(tx, user.id, passkeyId)))
          throw appError('passkey_not_found');
        if (user.password_hash === null && user.passkey_count === 1) throw appError('last_way_in');
        await stored.countPasskeys(tx, user.id, -1);
        await ownerMails.mailOwner(tx, user.id, { kind: 'passkey_removed' });
      });
    },
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/** The passkey with which an account without a password is registered (ID-01). */
export function createPasskeyRegistration(
  { database, wordFilter, clock }: AccountsContext,
  ceremonies: PasskeyCeremonies,
) {
  return {
    /** Returns the options. Throws `username_taken`, `words_refused`, or `passkey_refused` on an IP address. */
    async options(username: string) {
      wordFilter.check(username);
      if (await findByLogin(database.db, username)) throw appError('username_taken');
      return ceremonies.optionsForNew('register', { key: username, username });
    },

    /** Returns the function that stores the passkey in the transaction that makes its account. Throws `passkey_refused`. */
    async verify(
      username: string,
      passkey: NewPasskey,
    ): Promise<(tx: Tx, userId: number) => Promise<Passkey>> {
      const credential = await ceremonies.verifyNew(passkey, 'register', username);
      return (tx, userId) => storePasskey(tx, userId, { credential, name: passkey.name, now: clock() });
    },
  };
}

export type PasskeyRegistration = ReturnType<typeof createPasskeyRegistration>;
