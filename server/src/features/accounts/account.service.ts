import {
  ageOn,
  countries,
  type DeleteAccountInput,
  type Me,
  type Settings,
  type SettingsInput,
} from '@adda/contract/accounts';
import { withoutMails } from '@adda/contract/activity';
import type { Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import type { DeletionOptions } from './accounts.events.ts';
import type { AccountsContext } from './accounts.types.ts';
import { deleteFactors } from './factors/totp.repository.ts';
import { deleteLinks, findWantedEmail } from './mail-links.repository.ts';
import { forgetMails } from './mails.service.ts';
import { deleteMarks } from './origins.repository.ts';
import type { OwnPasswordCheck } from './password-check.service.ts';
import { findOwnAccount, listReferrals, setAvailable } from './people.repository.ts';
import { clearDevices } from './sessions.repository.ts';
import type { Sessions } from './sessions.service.ts';
import { readSettings, writeSettings } from './settings.repository.ts';
import { anonymise, findCreation, findUser, lockUser } from './users.repository.ts';

/**
 * Returns a function that deletes an account inside a transaction. The account is anonymised; its content stays without
 * a name or is removed as well (SV-13, SV-104).
 */
export function createAccountDeletion(context: AccountsContext, sessions: Sessions) {
  const { events, clock } = context;
  return async function deleteAccount(tx: Tx, userId: number, options: DeletionOptions): Promise<void> {
    await events.runDeleting(tx, userId, options);
    await forgetMails(context, tx, userId);
    await deleteLinks(tx, userId);
    await deleteMarks(tx, userId);
    await sessions.revoke(tx, userId, {}, 'deleted');
    await clearDevices(tx, userId);
    await anonymise(tx, userId, clock());
    // A registered account has a way in until it is deleted.
    await deleteFactors(tx, userId);
  };
}

/**
 * An account by id and creation time. The id alone is not enough: after restoring a backup, ids of later accounts are
 * assigned again.
 */
export type KnownAccount = { readonly userId: number; readonly createdAt: Date };

/**
 * Returns a command that deletes an account again after a restored backup brought it back. Resolves to false when there
 * is no such account.
 */
export function createRepeatedDeletion({ database }: AccountsContext, deleteAccount: AccountDeletion) {
  return ({ userId, createdAt }: KnownAccount, options: DeletionOptions): Promise<boolean> =>
    database.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      const isSame = user && (await findCreation(tx, userId))?.getTime() === createdAt.getTime();
      if (isSame) await deleteAccount(tx, userId, options);
      return isSame === true;
    });
}

export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

/** Operations on the caller's own account. */
export function createAccount(
  context: AccountsContext,
  deleteAccount: AccountDeletion,
  isOwnPassword: OwnPasswordCheck,
) {
  const { database, clock, events, listFollowing } = context;
  return {
    /** Returns everything the user sees of their own account (SV-12). */
    async me(actor: Actor): Promise<Me> {
      const own = await findOwnAccount(database.db, actor.userId);
      const country = countries.find((entry) => entry.country === own?.country)?.country;
      if (!own || !country) throw appError('invalid_token');
      return {
        username: own.username,
        display_name: own.display_name,
        email: own.email,
        wanted_email: (await findWantedEmail(database.db, actor.userId, clock())) ?? null,
        role: own.role,
        is_guest: own.is_guest,
        following: await listFollowing(actor.userId),
        email_verified: own.email_verified_at !== null,
        is_available: own.is_available,
        referral_code: own.referral_code,
        bio: own.bio,
        links: own.links,
        profile_image_url: own.profile_image_url,
        profile_picture: own.profile_image_url,
        sex: own.sex,
        age: ageOn(own.birth_date, clock()),
        country,
        state: own.state,
        created_at: own.created_at.toISOString(),
      };
    },

    /**
     * Sets whether the caller accepts messages (SV-19). Throws `guests_cannot_update_settings`, or
     * `availability_unchanged` when it already has this value.
     */
    async setAvailability(actor: Actor, isAvailable: boolean): Promise<void> {
      if (actor.isGuest) throw appError('guests_cannot_update_settings');
      const isChanged = await setAvailable(database.db, actor.userId, isAvailable);
      if (!isChanged) throw appError('availability_unchanged');
      events.availabilityChanged({ userId: actor.userId, isAvailable });
    },

    /** Returns the caller's settings. */
    settings: (actor: Actor): Promise<Settings> => readSettings(database.db, actor.userId),

    /** Changes some settings of the caller; returns all of them. */
    async changeSettings({ userId }: Actor, changes: SettingsInput): Promise<Settings> {
      const settings = await database.transaction((tx) => writeSettings(tx, userId, changes));
      if (changes.tell_read !== undefined) events.tellReadChanged({ userId, tellsRead: settings.tell_read });
      if (Object.values(changes.notifications ?? {}).some((ways) => ways?.in_app !== undefined))
        events.shownKindsChanged({ userId });
      return settings;
    },

    /** Switches off the mails of what was missed, for all kinds (NT-05). Does nothing for a deleted account. */
    stopMails: (userId: number): Promise<void> =>
      database.transaction(async (tx) => {
        if (await lockUser(tx, userId)) await writeSettings(tx, userId, { notifications: withoutMails() });
      }),

    /** Deletes the caller's account after checking the password, where it has one (SV-13). */
    async delete(actor: Actor, { password, remove_content }: DeleteAccountInput, origin: CallOrigin) {
      const known = await findUser(database.db, actor.userId);
      const hash = known?.password_hash;
      if (!(await isOwnPassword(actor, { hash, password, field: 'password' }, origin)))
        throw appError('wrong_password');
      await database.transaction(async (tx) => {
        const user = await lockUser(tx, actor.userId);
        if (!user) throw appError('invalid_token');
        if (user.password_hash !== hash) throw appError('wrong_password');
        await deleteAccount(tx, user.id, { removesContent: remove_content });
      });
    },

    /** Returns one page of the users who signed up with the caller's referral code (SV-14). */
    async referrals(actor: Actor, { page, page_size: limit }: { page: number; page_size: number }) {
      const { rows, total } = await listReferrals(database.db, actor.userId, {
        skip: (page - 1) * limit,
        limit,
      });
      const referrals = rows.map((row) => ({
        username: row.username,
        verified: row.email_verified_at !== null,
        rewarded_at: row.referral_rewarded_at?.toISOString() ?? null,
      }));
      return { referrals, total_count: total };
    },
  };
}
