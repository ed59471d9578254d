import type { Person } from '../rooms/rooms.fixture.ts';
import { startBlocks } from './blocks.fixture.ts';

/** The application of the file with people who follow and block each other. */
export async function startFollows() {
  const fixture = await startBlocks();
  const { client } = fixture;
  const queryOf = ({ username }: Pick<Person, 'username'>) => ({ query: { target_username: username } });
  return {
    ...fixture,
    follow: (by: Person, whom: Pick<Person, 'username'>) =>
      client('POST /subscriptions/follow', queryOf(whom), by),
    unfollow: (by: Person, whom: Pick<Person, 'username'>) =>
      client('POST /subscriptions/unfollow', queryOf(whom), by),
    /** Names of those whom somebody follows, as their own account tells them. */
    following: async (someone: Person) => (await client('GET /users/me', {}, someone)).data.following,
  };
}
