import { CREATOR_ROOMS_MAX } from '@adda/contract/profiles';
import { expect, it } from 'vitest';
import { createJoinedRooms } from './creator-rooms.events.ts';

function start() {
  const left: number[] = [];
  const rooms = createJoinedRooms<object>((_connection, creatorId) => void left.push(creatorId));
  const connection = {};
  const join = (name: string, id: number) => rooms.settle(connection, rooms.begin(connection, name), id);
  return { ...rooms, left, connection, join };
}

it('leaves the oldest room when the maximum is exceeded', () => {
  const { join, left } = start();
  for (let id = 1; id <= CREATOR_ROOMS_MAX; id += 1) expect(join(`p${id}`, id)).toBe(true);
  expect(left).toEqual([]);
  join('p1', 1);
  join('one more', 1000);
  expect(left).toEqual([2]);
});

it('a creator joined under two names is left when the last of them is left', () => {
  const { join, end, left, connection } = start();
  join('_guest-nova-1', 7);
  join('nova', 7);
  end(connection, '_guest-nova-1');
  expect(left).toEqual([]);
  end(connection, 'nova');
  end(connection, 'nova');
  expect(left).toEqual([7]);
});

it('a join that was cancelled while pending is not completed', () => {
  const { begin, settle, end, connection, left } = start();
  const first = begin(connection, 'ann');
  end(connection, 'ann');
  expect(settle(connection, first, 1)).toBe(false);
  const [second, third] = [begin(connection, 'ann'), begin(connection, 'ann')];
  expect(settle(connection, second, 1)).toBe(false);
  end(connection, 'ann', second);
  expect(settle(connection, third, 1)).toBe(true);
  expect(left).toEqual([]);
});
