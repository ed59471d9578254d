import { describe, expect, it } from 'vitest';
import {
  permissionsOf,
  refuseContent,
  refuseCreating,
  refuseJoining,
  refuseLeaving,
  visibleMembers,
} from './rooms.policy.ts';

describe('who may do what in rooms', () => {
  it.each([
    { isGuest: true, expected: 'guests_cannot_create_groups' },
    { isGuest: false, expected: undefined },
  ])('X-52: creating as guest $isGuest: $expected', ({ isGuest, expected }) => {
    expect(refuseCreating({ isGuest })).toBe(expected);
  });

  it.each([
    { isMember: true, memberCount: 1, expected: 'already_a_member' },
    { isMember: true, memberCount: 5, expected: 'already_a_member' },
    { isMember: false, memberCount: 4, expected: undefined },
    { isMember: false, memberCount: 5, expected: 'group_full' },
    { isMember: false, memberCount: 6, expected: 'group_full' },
  ])('SV-27, Q-19: joining $memberCount of 5 as member $isMember: $expected', ({ expected, ...room }) => {
    expect(refuseJoining({ ...room, maxMembers: 5 })).toBe(expected);
  });

  it.each([
    { isMember: true, isCreator: false, expected: undefined },
    { isMember: true, isCreator: true, expected: 'creator_cannot_leave' },
    { isMember: false, isCreator: false, expected: 'leave_not_a_member' },
  ])('SV-28, X-38: leaving as member $isMember, creator $isCreator: $expected', ({ expected, ...person }) => {
    expect(refuseLeaving(person)).toBe(expected);
  });

  it.each([
    ['hello', undefined],
    ['x'.repeat(2000), undefined],
    ['x'.repeat(2001), 'message_too_long'],
    ['', 'message_empty'],
    [' \n\t ', 'message_empty'],
  ])('GC-56, Q-31: saying %j: %s', (content, expected) => {
    expect(refuseContent(content)).toBe(expected);
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

  it('GC-31: the creator holds every permission, others none', () => {
    expect(permissionsOf({ isCreator: true })).toEqual(['can_kick', 'can_ban']);
    expect(permissionsOf({ isCreator: false })).toEqual([]);
  });
});
