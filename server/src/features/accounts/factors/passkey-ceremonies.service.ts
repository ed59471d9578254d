import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { CHALLENGE_SECONDS, type AuthenticationResponse, type NewPasskey } from '@adda/contract/accounts';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { AccountsContext } from '../accounts.types.ts';
import * as stored from './passkeys.repository.ts';

/** The site that passkeys belong to (WebAuthn's relying party). */
type Site = { readonly id: string; readonly origin: string };

/** Returns the site of a public URL; undefined on an IP address, where browsers refuse passkeys (ID-01). */
export function passkeySiteOf(publicUrl: string): Site | undefined {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : { id: hostname, origin };
}

/** EdDSA, ES256 and RS256, by their numbers of COSE: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

/** The id by which authenticators know an account. It says nothing about the account. */
const accountHandleOf = (userId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash('sha256').update(`adda account ${userId}`).digest());

/** A passkey that is proven to be used by its owner. `id`: of the passkey. */
export type UsedPasskey = { readonly id: string; readonly userId: number; readonly counter: number };

type Deps = Pick<AccountsContext, 'database' | 'publicUrl' | 'clock'>;

/** Challenges that work once, for one caller and purpose, for 5 minutes. */
function createChallenges({ database, clock }: Deps) {
  return {
    give: (challenge: string, purpose: stored.ChallengePurpose, caller: string | null): Promise<void> =>
      stored.insertChallenge(
        database.db,
        { challenge, purpose, caller },
        new Date(clock().getTime() + CHALLENGE_SECONDS * 1000),
      ),

    /** Uses up the challenge that a response answers. Resolves with it; undefined if it does not work (any more) for this caller. */
    async takeOf(
      { response }: { readonly response: { readonly clientDataJSON: string } },
      purpose: stored.ChallengePurpose,
      caller: string | null,
    ): Promise<string | undefined> {
      let challenge: string;
      try {
        ({ challenge } = decodeClientDataJSON(response.clientDataJSON));
      } catch {
        return undefined; // not what a browser sends
      }
      if (typeof challenge !== 'string') return undefined;
      const given = await stored.takeChallenge(database.db, { challenge, purpose }, clock());
      return given && given.caller === caller ? challenge : undefined;
    },
  };
}

type Challenges = ReturnType<typeof createChallenges>;

/** Returns the site, or throws `passkey_refused` where there can be no passkeys. */
function siteOrRefusal({ publicUrl }: Deps): Site {
  const site = passkeySiteOf(publicUrl());
  if (!site) throw appError('passkey_refused');
  return site;
}

/** The ceremony that makes a passkey: options with a challenge, and the judgement of the response. */
function createRegistrationCeremony(deps: Deps, challenges: Challenges) {
  return {
    /** Returns options for a new passkey. `caller`: the account's id, or the username of an account that is registered now. */
    async optionsForNew(
      purpose: 'add' | 'register',
      caller: { readonly key: string; readonly username: string; readonly userId?: number },
      existing: readonly { readonly credential_id: string; readonly transports: string[] }[] = [],
    ) {
      const site = siteOrRefusal(deps);
      const options = await generateRegistrationOptions({
        rpName: 'Adda',
        rpID: site.id,
        userName: caller.username,
        userDisplayName: caller.username,
        ...(caller.userId !== undefined && { userID: accountHandleOf(caller.userId) }),
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: existing.map(({ credential_id: id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        timeout: CHALLENGE_SECONDS * 1000,
      });
      await challenges.give(options.challenge, purpose, caller.key);
      return { ...options };
    },

    /** Returns the credential of a new passkey. Throws `passkey_refused`. */
    async verifyNew(
      { response }: NewPasskey,
      purpose: 'add' | 'register',
      callerKey: string,
    ): Promise<stored.StoredCredential> {
      const site = siteOrRefusal(deps);
      const expectedChallenge = await challenges.takeOf(response, purpose, callerKey);
      if (expectedChallenge === undefined) throw appError('passkey_refused');
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
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
  };
}

/** The ceremony that uses a passkey. */
function createAuthenticationCeremony(deps: Deps, challenges: Challenges) {
  const { database, publicUrl, clock } = deps;
  return {
    /** Returns options for using a passkey, whoever it belongs to. */
    async optionsForUse() {
      const options = await generateAuthenticationOptions({
        rpID: siteOrRefusal(deps).id,
        userVerification: 'required',
        timeout: CHALLENGE_SECONDS * 1000,
      });
      await challenges.give(options.challenge, 'use', null);
      return { ...options };
    },

    /** Returns the passkey that a response was made with; undefined if it can't be used. Its use is noted by `noteUse`. */
    async verifyUse(response: AuthenticationResponse): Promise<UsedPasskey | undefined> {
      const site = passkeySiteOf(publicUrl());
      const expectedChallenge = await challenges.takeOf(response, 'use', null);
      const passkey = await stored.findPasskey(database.db, response.id);
      if (!site || expectedChallenge === undefined || !passkey) return undefined;
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        credential: {
          id: passkey.credential_id,
          publicKey: Uint8Array.from(passkey.public_key),
          counter: passkey.counter,
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

/** The ceremonies of WebAuthn, in which a browser and an authenticator make and use passkeys (ID-01). */
export function createPasskeyCeremonies(deps: Deps) {
  const challenges = createChallenges(deps);
  return {
    ...createRegistrationCeremony(deps, challenges),
    ...createAuthenticationCeremony(deps, challenges),
  };
}

export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;
