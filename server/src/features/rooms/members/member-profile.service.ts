import { SHARED_ROOMS_MAX } from '@adda/contract/rooms';
import type { MemberProfile } from '@adda/contract/rooms';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { readBlock } from '../../relations/index.ts';
import { findPerson, listSharedRooms } from './member-profile.repository.ts';
import type { PersonRow } from './member-profile.repository.ts';

/** Returns the profile between two users with a block: name and picture only (SV-17). */
const limitedProfile = (person: PersonRow): MemberProfile => ({
  username: person.username,
  display_name: person.display_name,
  profile_picture: person.profile_image_url,
  bio: null,
  is_online: false,
  is_guest: person.is_guest,
  created_at: null,
  shared_groups: [],
});

/** Profiles of users, as other users see them. */
export type MemberProfiles = ReturnType<typeof createMemberProfiles>;

/** Creates the query of one profile. */
export function createMemberProfiles({ db }: Database) {
  return {
    /** Returns a user's profile with the rooms that the caller shares with them; throws `user_not_found` (SV-17). */
    async get(actor: Actor, username: string): Promise<MemberProfile> {
      const person = await findPerson(db, actor.userId, username);
      if (!person) throw appError('user_not_found');
      const isSelf = person.id === actor.userId;
      const { isBlocked } = await readBlock(db, actor.userId, person.id);
      if (isBlocked) return limitedProfile(person);
      return {
        username: person.username,
        display_name: person.display_name,
        profile_picture: person.profile_image_url,
        bio: person.bio,
        is_online: person.is_online,
        is_guest: person.is_guest,
        created_at: person.created_at.toISOString(),
        shared_groups: isSelf ? [] : await listSharedRooms(db, [actor.userId, person.id], SHARED_ROOMS_MAX),
      };
    },
  };
}
