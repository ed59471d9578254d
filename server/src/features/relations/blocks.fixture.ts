import type { Person } from '../rooms/rooms.fixture.ts';
import { startRooms } from '../rooms/rooms.fixture.ts';

/** Returns the application of the file with helpers for blocks. */
export async function startBlocks() {
  const fixture = await startRooms();
  const { client } = fixture;
  const bodyOf = ({ username }: Pick<Person, 'username'>) => ({ body: { blocked_username: username } });
  return {
    ...fixture,
    block: (by: Person, target: Pick<Person, 'username'>) => client('POST /users/block', bodyOf(target), by),
    unblock: (by: Person, target: Pick<Person, 'username'>) =>
      client('POST /users/unblock', bodyOf(target), by),
    check: (by: Person, { username }: Pick<Person, 'username'>) =>
      client('GET /users/blocks/check/:username', { params: { username } }, by),
    listBlocked: (by: Person) => client('GET /users/blocks/list', {}, by),
  };
}
