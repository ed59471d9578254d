import { startPostActivity } from '../../features/feed/activity/post-activity.fixture.ts';
import { startPictureHost } from '../../features/media/media.fixture.ts';
import { startPrivacy } from '../../features/privacy/privacy.fixture.ts';
import { startRooms } from '../../features/rooms/rooms.fixture.ts';
import {
  createPeople,
  insertMailLink,
  insertSession,
  type PersonShape,
  type Somebody,
} from './people.fixture.ts';
import type { Role, SignedInRole } from './roles.fixture.ts';
import { thingsOf } from './things.fixture.ts';

const SHAPES: Readonly<Record<SignedInRole, PersonShape>> = {
  guest: { isGuest: true },
  stranger: {},
  blocked: {},
  member: {},
  moderator: {},
  owner: {},
  admin: { isAdmin: true },
};

/** The people of one row by their roles. */
export type Cast = Readonly<Record<SignedInRole, Somebody>>;

/** The application and what makes people in it. */
export async function openTheatre() {
  const pictures = await startPictureHost();
  // The first who asks decides how the application of the file is.
  await startRooms(undefined, { outbound: pictures.outbound });
  const fixture = await startPostActivity();
  const { ready: whenCopied } = await startPrivacy();
  const { database } = fixture;
  const like = await fixture.poster();
  const somebody = createPeople(database, like);

  /** People who nobody has seen before, with the block between two of them. */
  async function cast(): Promise<Cast> {
    const made: [string, Somebody][] = [];
    for (const [role, shape] of Object.entries(SHAPES)) made.push([role, await somebody(shape)]);
    // Object.fromEntries forgets the keys of the table above.
    const people = Object.fromEntries(made) as Cast;
    await fixture.block(people.owner, people.blocked);
    return people;
  }
  return {
    ...fixture,
    pictures,
    somebody,
    cast,
    /** The link to somebody's copy, once it is made. */
    untilCopied: async (someone: Somebody) => (await whenCopied(someone)).url ?? '',
    /** Another session of somebody, by its id. */
    sessionOf: async ({ userId }: Somebody) => (await insertSession(database, userId)).sessionId,
    mailLink: (purpose: 'verify_email' | 'reset_password', whom: Somebody) =>
      insertMailLink(database, purpose, whom),
  };
}

export type Theatre = Awaited<ReturnType<typeof openTheatre>>;

/** Who calls in a cell. */
export type Caller = { readonly role: Role; readonly person: Somebody | undefined };

/**
 * A row's own people and ways to make what they own. Nothing is there until it is asked for, and all but the room is
 * made anew each time, so that each role's call is judged on a thing of its own.
 */
export async function openStage(theatre: Theatre) {
  const cast = await theatre.cast();
  const callerOf = (role: Role): Caller => ({ role, person: role === 'anonymous' ? undefined : cast[role] });
  return { ...theatre, ...cast, callerOf, ...thingsOf(theatre, cast) };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
