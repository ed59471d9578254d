import type { Person } from '../rooms/rooms.fixture.ts';
import { startBlocks } from './blocks.fixture.ts';

/** Returns the application of the file with helpers for follows and blocks. */
export async function startFollows() {
  const fixture = await startBlocks();
  const { client } = fixture;
  const queryOf = ({ username }: Pick<Person, 'username'>) => ({ query: { target_username: username } });
  return {
    ...fixture,
    follow: (by: Person, target: Pick<Person, 'username'>) =>
      client('POST /subscriptions/follow', queryOf(target), by),
    unfollow: (by: Person, target: Pick<Person, 'username'>) =>
      client('POST /subscriptions/unfollow', queryOf(target), by),
    /** Returns the followed usernames from the user's own account. */
    following: async (someone: Person) => (await client('GET /users/me', {}, someone)).data.following,
  };
}
