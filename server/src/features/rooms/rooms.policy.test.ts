import { describe, expect, it } from 'vitest';
import type { RoomAction } from '@adda/contract/rooms';
import {
  allowedActions,
  permissionsOf,
  refuseBanning,
  refuseCreating,
  refuseGranting,
  refuseJoining,
  refuseKicking,
  refuseLeaving,
  visibleMembers,
} from './rooms.policy.ts';
import type { Standing, TargetStatus } from './rooms.policy.ts';

const stranger: Standing = {
  isMember: false,
  isPrivateRoom: false,
  isGuest: false,
  isCreator: false,
  isAdmin: false,
  grants: [],
};
const member: Standing = { ...stranger, isMember: true };

/** The columns of the permission matrix, an admin with and without membership, and two impossible cases. */
const people = {
  'non-member': stranger,
  'guest outside': { ...stranger, isGuest: true },
  'guest member': { ...member, isGuest: true },
  member,
  can_kick: { ...member, grants: ['can_kick'] },
  can_ban: { ...member, grants: ['can_ban'] },
  'both grants': { ...member, grants: ['can_ban', 'can_kick'] },
  creator: { ...member, isCreator: true },
  'admin inside': { ...member, isAdmin: true },
  'admin outside': { ...stranger, isAdmin: true },
  'guest with grants': { ...member, isGuest: true, grants: ['can_kick', 'can_ban'] },
  'member of a private room': { ...member, isPrivateRoom: true },
  'can_kick of a private room': { ...member, isPrivateRoom: true, grants: ['can_kick'] },
} satisfies Record<string, Standing>;

type Column = keyof typeof people;
const inside = [
  'guest member',
  'member',
  'can_kick',
  'can_ban',
  'both grants',
  'creator',
  'admin inside',
  'guest with grants',
  'member of a private room',
  'can_kick of a private room',
] as const;
const holders = [
  'can_kick',
  'can_ban',
  'both grants',
  'creator',
  'admin inside',
  'admin outside',
  'can_kick of a private room',
] as const;
const owners = ['creator', 'admin inside', 'admin outside'] as const;

/** The allowed columns, for each row of the matrix. */
const matrix: Record<RoomAction, readonly Column[]> = {
  read: [...inside, 'admin outside'],
  send: inside,
  leave: inside,
  transfer: ['creator'],
  delete_own: [...inside, 'admin outside'],
  delete_any: holders,
  delete_all: holders,
  kick: ['can_kick', 'can_kick of a private room', 'both grants', ...owners],
  ban: ['can_ban', 'both grants', ...owners],
  grant: owners,
  delete_group: owners,
  send_gift: inside.filter((column) => !column.startsWith('guest')),
  change_settings: ['can_ban', 'both grants', ...owners],
  time_out: holders,
  pin: holders,
  read_log: holders,
  invite: ['member', ...holders],
};

const columns: Column[] = Object.keys(people).filter((key): key is Column => key in people);
const actions = Object.keys(matrix).filter((key): key is RoomAction => key in matrix);

describe('the permission matrix', () => {
  it.each(columns.flatMap((column) => actions.map((action) => ({ column, action }))))(
    'X-36, X-38, Q-36, GM-20 to GM-24: $column, $action',
    ({ column, action }) => {
      expect(allowedActions(people[column]).includes(action)).toBe(matrix[action].includes(column));
    },
  );

  it.each([
    ['non-member', []],
    ['guest member', []],
    ['member', []],
    ['can_kick', ['can_kick']],
    ['can_ban', ['can_ban']],
    ['both grants', ['can_kick', 'can_ban']],
    ['creator', ['can_kick', 'can_ban']],
    ['admin inside', ['can_kick', 'can_ban']],
    ['admin outside', ['can_kick', 'can_ban']],
    ['guest with grants', []],
    ['member of a private room', []],
    ['can_kick of a private room', ['can_kick']],
  ] as const)('GC-31, GM-20, GM-21: %s holds %j', (column, expected) => {
    expect(permissionsOf(people[column])).toEqual(expected);
  });
});

describe('the users that an action can apply to', () => {
  const plain: TargetStatus = {
    isMember: true,
    isGuest: false,
    isCreator: false,
    isAdmin: false,
    isSelf: false,
    isBanned: false,
  };
  it.each([
    ['a member', {}, [undefined, undefined, undefined]],
    ['a guest', { isGuest: true }, [undefined, undefined, 'cannot_grant_to_guest']],
    ['a non-member', { isMember: false }, ['target_not_a_member', undefined, 'target_not_a_member']],
    [
      'a guest outside',
      { isMember: false, isGuest: true },
      ['target_not_a_member', undefined, 'cannot_grant_to_guest'],
    ],
    [
      'a banned one',
      { isMember: false, isBanned: true },
      ['target_not_a_member', 'already_banned', 'target_not_a_member'],
    ],
    ...(
      [
        ['oneself', { isSelf: true }, 'cannot_act_on_self'],
        ['oneself as creator', { isSelf: true, isCreator: true }, 'cannot_act_on_self'],
        [
          'oneself as an admin outside',
          { isSelf: true, isAdmin: true, isMember: false },
          'cannot_act_on_self',
        ],
        ['the creator', { isCreator: true }, 'cannot_act_on_creator'],
        ['the creator who left', { isCreator: true, isMember: false }, 'cannot_act_on_creator'],
        ['an admin', { isAdmin: true }, 'cannot_act_on_admin'],
        ['an admin outside', { isAdmin: true, isMember: false }, 'cannot_act_on_admin'],
      ] as const
    ).map(([who, standing, code]) => [who, standing, [code, code, code]] as const),
  ] as const)('X-36, SV-29, SV-30: kicking, banning and granting to %s', (_who, standing, expected) => {
    const target = { ...plain, ...standing };
    expect([refuseKicking(target), refuseBanning(target), refuseGranting(target)]).toEqual(expected);
  });
});

describe('the allowed actions in rooms', () => {
  it.each([
    { isGuest: true, expected: 'guests_cannot_create_groups' },
    { isGuest: false, expected: undefined },
  ])('X-52: creating as guest $isGuest: $expected', ({ isGuest, expected }) => {
    expect(refuseCreating({ isGuest })).toBe(expected);
  });

  it.each([
    { isMember: true, isBanned: false, memberCount: 1, expected: 'already_a_member' },
    { isMember: true, isBanned: false, memberCount: 5, expected: 'already_a_member' },
    { isMember: false, isBanned: false, memberCount: 4, expected: undefined },
    { isMember: false, isBanned: true, memberCount: 4, expected: 'banned_from_group' },
    { isMember: false, isBanned: false, memberCount: 5, expected: 'group_full' },
    { isMember: false, isBanned: true, memberCount: 5, expected: 'banned_from_group' },
    { isMember: false, isBanned: false, memberCount: 6, expected: 'group_full' },
  ])(
    'SV-27, Q-19: joining $memberCount of 5 as member $isMember, banned $isBanned: $expected',
    ({ expected, ...room }) => {
      expect(refuseJoining({ ...room, maxMembers: 5 })).toBe(expected);
    },
  );

  it.each([
    { isMember: true, expected: undefined },
    { isMember: false, expected: 'leave_not_a_member' },
  ])('SV-28, GR-05: leaving as member $isMember: $expected', ({ expected, ...person }) => {
    expect(refuseLeaving(person)).toBe(expected);
  });

  it.each([
    { seesAll: true, skip: 0, limit: 100, expected: 100 },
    { seesAll: true, skip: 50, limit: 100, expected: 100 },
    { seesAll: false, skip: 0, limit: 100, expected: 10 },
    { seesAll: false, skip: 0, limit: 3, expected: 3 },
    { seesAll: false, skip: 8, limit: 100, expected: 2 },
    { seesAll: false, skip: 30, limit: 100, expected: 0 },
  ])('SV-35: $limit members from $skip, all $seesAll: $expected', ({ seesAll, expected, ...page }) => {
    expect(visibleMembers({ seesAll }, page)).toBe(expected);
  });
});
