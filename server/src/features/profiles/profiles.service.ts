import type { PersonFace, Profile, PublicProfile } from '@adda/contract/profiles';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { PageHead } from '../../platform/http/page-head.ts';
import { listPlans } from '../creators/index.ts';
import { readBlock } from '../relations/index.ts';
import type { ProfilesOptions } from './profiles.types.ts';
import {
  countRelations,
  findPerson,
  findPublicPerson,
  listFaces,
  type PersonRow,
} from './profiles.repository.ts';

/** Maximum length of a page description in characters; link previews truncate at about this length. */
const DESCRIPTION_MAX = 200;

/** The profile if one of the two users has blocked the other: only a name and a picture (SV-16). */
const limitedProfile = (person: PersonRow): Profile => ({
  username: person.username,
  display_name: person.display_name,
  bio: null,
  links: [],
  profile_image_url: person.profile_image_url,
  profile_picture: person.profile_image_url,
  is_guest: person.is_guest,
  plans: [],
  total_subscribers: 0,
  total_followers: 0,
  total_following: 0,
  total_posts: 0,
  total_locked: 0,
  is_subscribed: false,
  is_following: false,
  is_blocked: false,
  blocked_by_me: false,
  is_self: false,
  referral_code: null,
});

/** Service that reads profiles. */
export type ProfileService = ReturnType<typeof createProfileService>;

/** Creates the service that reads profiles. */
export function createProfileService({
  database: { db, replicas },
  countPosts,
  publicUrl,
}: Pick<ProfilesOptions, 'database' | 'countPosts' | 'publicUrl'>) {
  const hasReplicas = replicas.statuses().length > 0;
  return {
    /** Returns a user's profile with their plans (SV-16). Throws `user_not_found`. */
    async get(actor: Actor, username: string): Promise<Profile> {
      const person = await findPerson(db, actor.userId, username, { countsRelations: !hasReplicas });
      if (!person) throw appError('user_not_found');
      const isSelf = person.id === actor.userId;
      // Numbers may be some seconds old; whether they are shown is not (CL-05).
      const countOnReplica = () =>
        replicas.readPossiblyStale(actor.userId, (from) => countRelations(from, actor.userId, person.id));
      const [block, plans, posts, relations] = await Promise.all([
        readBlock(db, actor.userId, person.id),
        listPlans(db, person.id),
        countPosts(actor.userId, person.id),
        hasReplicas ? countOnReplica() : person,
      ]);
      const limited = limitedProfile(person);
      if (block.isBlocked) return { ...limited, is_blocked: true, blocked_by_me: block.byViewer };
      return {
        ...limited,
        bio: person.bio,
        links: person.links,
        plans,
        total_subscribers: person.total_subscribers,
        total_followers: person.shows_followers ? relations.followers : null,
        total_following: person.shows_following ? relations.following : null,
        total_posts: posts.total,
        total_locked: posts.locked,
        is_subscribed: person.is_subscribed,
        is_following: person.is_following,
        is_self: isSelf,
        referral_code: isSelf ? person.referral_code : null,
      };
    },

    /** Returns names and pictures of those of the users whom the caller may see, each once (HM-07). */
    faces: (actor: Pick<Actor, 'userId'>, usernames: readonly string[]): Promise<PersonFace[]> =>
      listFaces(db, actor.userId, [...new Set(usernames)]),

    /** Returns a user's profile as visible without an account. Throws `user_not_found`. */
    async getPublic(username: string): Promise<PublicProfile> {
      const person = await findPublicPerson(db, username);
      if (!person) throw appError('user_not_found');
      return person;
    },

    /** Returns the page metadata of a profile for link previews (SH-21); undefined if the profile is not public. */
    async pageHeadOf(username: string): Promise<PageHead | undefined> {
      const person = await findPublicPerson(db, username);
      if (!person) return undefined;
      const { display_name: name, bio, profile_image_url: picture } = person;
      return {
        title: `${name} (@${person.username}) on Adda`,
        description:
          bio === null ? `See what ${name} shares on Adda, for adults, 18 and over.` : toDescription(bio),
        url: `${publicUrl()}/profile/${encodeURIComponent(person.username)}`,
        ...(picture !== null && { imageUrl: `${publicUrl()}${picture}` }),
        kind: 'profile',
      };
    },
  };
}

/** Replaces line breaks with spaces, and truncates a long text between grapheme clusters. */
function toDescription(text: string): string {
  const characters = Array.from(
    new Intl.Segmenter().segment(text.replace(/\s+/g, ' ')),
    ({ segment }) => segment,
  );
  return characters.length <= DESCRIPTION_MAX
    ? characters.join('')
    : `${characters.slice(0, DESCRIPTION_MAX - 1).join('')}…`;
}
