import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import {
  CHALLENGE_SECONDS,
  PASSKEYS_MAX,
  type AuthenticationResponse,
  type NewPasskey,
  type Passkey,
} from '@adda/contract/accounts';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { randomId } from '../accounts.policy.ts';
import type { AccountsContext } from '../accounts.types.ts';
import type { OwnerMails } from '../mails.service.ts';
import { lockUser } from '../users.repository.ts';
import * as stored from './passkeys.repository.ts';

/** The site that passkeys belong to (WebAuthn's relying party). */
type Site = { readonly id: string; readonly origin: string };

/** Returns the site of a public URL; undefined on an IP address, where browsers refuse passkeys (ID-01). */
export function passkeySiteOf(publicUrl: string): Site | undefined {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : { id: hostname, origin };
}

/** The id by which authenticators know an account. It says nothing about the account. */
const accountHandleOf = (userId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash('sha256').update(`adda account ${userId}`).digest());

/** A passkey that is proven to be used by its owner. `id`: of the passkey. */
export type UsedPasskey = { readonly id: string; readonly userId: number; readonly counter: number };

/** The ceremonies of WebAuthn: options with a challenge that works once, and the judgement of their responses. */
export function createPasskeyCeremonies({
  database,
  publicUrl,
  clock,
}: Pick<AccountsContext, 'database' | 'publicUrl' | 'clock'>) {
  const siteOrRefusal = (): Site => {
    const site = passkeySiteOf(publicUrl());
    if (!site) throw appError('passkey_refused');
    return site;
  };
  const give = (challenge: string, purpose: stored.ChallengePurpose, caller: string | null) =>
    stored.insertChallenge(
      database.db,
      { challenge, purpose, caller },
      new Date(clock().getTime() + CHALLENGE_SECONDS * 1000),
    );

  /** Uses up the challenge that a response answers. Resolves with it; undefined if it does not work (any more) for this caller. */
  const takeChallengeOf = async (
    { response }: { readonly response: { readonly clientDataJSON: string } },
    purpose: stored.ChallengePurpose,
    caller: string | null,
  ): Promise<string | undefined> => {
    let challenge: string;
    try {
      ({ challenge } = decodeClientDataJSON(response.clientDataJSON));
    } catch {
      return undefined; // not what a browser sends
    }
    if (typeof challenge !== 'string') return undefined;
    const given = await stored.takeChallenge(database.db, { challenge, purpose }, clock());
    return given && given.caller === caller ? challenge : undefined;
  };

  return {
    /** Returns options for a new passkey. `caller`: the account's id, or the username of an account that is registered now. */
    async optionsForNew(
      purpose: 'add' | 'register',
      caller: { readonly key: string; readonly username: string; readonly userId?: number },
      existing: readonly { readonly credential_id: string; readonly transports: string[] }[] = [],
    ) {
      const site = siteOrRefusal();
      const options = await generateRegistrationOptions({
        rpName: 'Adda',
        rpID: site.id,
        userName: caller.username,
        userDisplayName: caller.username,
        ...(caller.userId !== undefined && { userID: accountHandleOf(caller.userId) }),
        attestationType: 'none',
        excludeCredentials: existing.map(({ credential_id: id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        timeout: CHALLENGE_SECONDS * 1000,
      });
      await give(options.challenge, purpose, caller.key);
      return { ...options };
    },

    /** Returns options for using a passkey, whoever it belongs to. */
    async optionsForUse() {
      const options = await generateAuthenticationOptions({
        rpID: siteOrRefusal().id,
        userVerification: 'required',
        timeout: CHALLENGE_SECONDS * 1000,
      });
      await give(options.challenge, 'use', null);
      return { ...options };
    },

    /** Returns the credential of a new passkey. Throws `passkey_refused`. */
    async verifyNew(
      { response }: NewPasskey,
      purpose: 'add' | 'register',
      callerKey: string,
    ): Promise<stored.StoredCredential> {
      const site = siteOrRefusal();
      const expectedChallenge = await takeChallengeOf(response, purpose, callerKey);
      if (expectedChallenge === undefined) throw appError('passkey_refused');
      const verified = await verifyRegistrationResponse({
        // Judged here; the contract checks its outline only.
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        requireUserVerification: true,
      }).catch(() => undefined);
      if (!verified?.verified) throw appError('passkey_refused');
      const { credential } = verified.registrationInfo;
      return {
        credential_id: credential.id,
        public_key: credential.publicKey,
        counter: credential.counter,
        transports: [...(credential.transports ?? [])],
      };
    },

    /** Returns the passkey that a response was made with; undefined if it can't be used. Its use is noted by `noteUse`. */
    async verifyUse(response: AuthenticationResponse): Promise<UsedPasskey | undefined> {
      const site = passkeySiteOf(publicUrl());
      const expectedChallenge = await takeChallengeOf(response, 'use', null);
      const passkey = await stored.findPasskey(database.db, response.id);
      if (!site || expectedChallenge === undefined || !passkey) return undefined;
      const verified = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        credential: {
          id: passkey.credential_id,
          publicKey: Uint8Array.from(passkey.public_key),
          counter: Number(passkey.counter),
        },
        requireUserVerification: true,
      }).catch(() => undefined);
      if (!verified?.verified) return undefined;
      return { id: passkey.id, userId: passkey.user_id, counter: verified.authenticationInfo.newCounter };
    },

    /** Notes the use of a passkey in the transaction of what it proves. Returns false if its counter did not grow. */
    noteUse: (tx: Tx, { id, counter }: UsedPasskey): Promise<boolean> =>
      stored.notePasskeyUse(tx, id, counter, clock()),
  };
}

export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;

/** Stores a new passkey; the caller counts it. Throws `passkey_refused` if another account has it. */
export async function storePasskey(
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
  const list = (db: Queryable, { userId }: Actor) => stored.listPasskeys(db, userId);
  return {
    /** Returns the options for one more passkey. Throws `too_many_passkeys`, or `passkey_refused` on an IP address. */
    async options(actor: Actor) {
      const existing = await list(database.db, actor);
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
      return (await list(database.db, actor)).map((row) => ({
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
