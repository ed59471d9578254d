import type { MailLinksTable } from '../../features/accounts/accounts.tables.ts';
import { startPostActivity } from '../../features/feed/activity/post-activity.fixture.ts';
import { startPictureHost } from '../../features/media/media.fixture.ts';
import { startPrivacy } from '../../features/privacy/privacy.fixture.ts';
import { startRooms } from '../../features/rooms/rooms.fixture.ts';
import {
  createPeople,
  insertMailLink,
  insertSession,
  type PersonShape,
  type MatrixUser,
} from './people.fixture.ts';
import type { Role, SignedInRole } from './roles.fixture.ts';
import { objectsOf } from './objects.fixture.ts';

const SHAPES: Readonly<Record<SignedInRole, PersonShape>> = {
  guest: { isGuest: true },
  stranger: {},
  blocked: {},
  member: {},
  moderator: {},
  owner: {},
  admin: { isAdmin: true },
};

/** The users of one row by role. */
export type RowUsers = Readonly<Record<SignedInRole, MatrixUser>>;

/** Opens the application with the functions that create users in it. */
export async function openMatrixApp() {
  const pictures = await startPictureHost();
  // The first call decides how the application of the file is configured.
  await startRooms(undefined, { outbound: pictures.outbound });
  const fixture = await startPostActivity();
  const { ready: whenCopied } = await startPrivacy();
  const { database } = fixture;
  const like = await fixture.poster();
  const newUser = createPeople(database, like);

  /** Creates new users, with the block between two of them. */
  async function createUsers(): Promise<RowUsers> {
    const made: [string, MatrixUser][] = [];
    for (const [role, shape] of Object.entries(SHAPES)) made.push([role, await newUser(shape)]);
    // Object.fromEntries loses the type of the keys.
    const people = Object.fromEntries(made) as RowUsers;
    await fixture.block(people.owner, people.blocked);
    return people;
  }
  return {
    ...fixture,
    pictures,
    newUser,
    createUsers,
    /** Returns the link to a user's data export once it is ready. */
    untilCopied: async (user: MatrixUser) => (await whenCopied(user)).url ?? '',
    /** Opens another session of a user. Returns its id. */
    sessionOf: async ({ userId }: MatrixUser) => (await insertSession(database, userId)).sessionId,
    mailLink: (purpose: MailLinksTable['purpose'], user: MatrixUser) =>
      insertMailLink(database, purpose, user),
  };
}

export type MatrixApp = Awaited<ReturnType<typeof openMatrixApp>>;

/** The caller of a cell. */
export type Caller = { readonly role: Role; readonly person: MatrixUser | undefined };

/**
 * Opens a row with its own users and functions that create their objects. Everything is created on demand, and
 * everything except the room anew for each call, so that roles do not affect each other.
 */
export async function openStage(matrixApp: MatrixApp) {
  const users = await matrixApp.createUsers();
  const callerOf = (role: Role): Caller => ({ role, person: role === 'anonymous' ? undefined : users[role] });
  return { ...matrixApp, ...users, callerOf, ...objectsOf(matrixApp, users) };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
