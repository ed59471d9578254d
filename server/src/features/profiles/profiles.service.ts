import type { Profile, PublicProfile } from '@adda/contract/profiles';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { PageHead } from '../../platform/http/page-head.ts';
import { listPlans } from '../creators/index.ts';
import { readBlock } from '../relations/index.ts';
import type { ProfilesOptions } from './index.ts';
import { findPerson, findPublicPerson, type PersonRow } from './profiles.repository.ts';

/** Longest description of a page, in characters; others cut it about there. */
const DESCRIPTION_MAX = 200;

/** What anybody sees, also where the two are blocked: a name and a picture (SV-16). */
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
  total_posts: 0,
  is_subscribed: false,
  is_following: false,
  is_blocked: false,
  blocked_by_me: false,
  is_self: false,
  referral_code: null,
});

/** Looking at profiles. */
export type ProfileService = ReturnType<typeof createProfileService>;

/** Makes the queries of profiles. */
export function createProfileService({
  database: { db },
  countPosts,
  publicUrl,
}: Pick<ProfilesOptions, 'database' | 'countPosts' | 'publicUrl'>) {
  return {
    /** Somebody's profile with their plans (SV-16); throws `user_not_found`. */
    async get(actor: Actor, username: string): Promise<Profile> {
      const person = await findPerson(db, actor.userId, username);
      if (!person) throw appError('user_not_found');
      const isSelf = person.id === actor.userId;
      const [block, plans, posts] = await Promise.all([
        readBlock(db, actor.userId, person.id),
        listPlans(db, person.id),
        countPosts(actor.userId, person.id),
      ]);
      const limited = limitedProfile(person);
      if (block.isBlocked) return { ...limited, is_blocked: true, blocked_by_me: block.byViewer };
      return {
        ...limited,
        bio: person.bio,
        links: person.links,
        plans,
        total_subscribers: person.total_subscribers,
        total_followers: person.total_followers,
        total_posts: posts,
        is_subscribed: person.is_subscribed,
        is_following: person.is_following,
        is_self: isSelf,
        referral_code: isSelf ? person.referral_code : null,
      };
    },

    /** Somebody's profile as anybody may see it; throws `user_not_found`. */
    async getPublic(username: string): Promise<PublicProfile> {
      const person = await findPublicPerson(db, username);
      if (!person) throw appError('user_not_found');
      return person;
    },

    /** What a link to somebody's profile shows elsewhere (SH-21); undefined where nobody may see it without an account. */
    async pageHeadOf(username: string): Promise<PageHead | undefined> {
      const person = await findPublicPerson(db, username);
      if (!person) return undefined;
      const { display_name: name, bio, profile_image_url: picture } = person;
      return {
        title: `${name} (@${person.username}) on Adda`,
        description:
          bio === null ? `See what ${name} shares on Adda, for adults, 18 and over.` : inOneLine(bio),
        url: `${publicUrl()}/profile/${encodeURIComponent(person.username)}`,
        ...(picture !== null && { imageUrl: `${publicUrl()}${picture}` }),
        kind: 'profile',
      };
    },
  };
}

/** Cut between characters as people see them. */
function inOneLine(text: string): string {
  const characters = Array.from(
    new Intl.Segmenter().segment(text.replace(/\s+/g, ' ')),
    ({ segment }) => segment,
  );
  return characters.length <= DESCRIPTION_MAX
    ? characters.join('')
    : `${characters.slice(0, DESCRIPTION_MAX - 1).join('')}…`;
}
