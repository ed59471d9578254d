import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMembershipNotices } from './membership-events.ts';
import { moderationLabel } from './membership-labels.ts';

const shownTexts: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  shownTexts.length = 0;
});
afterEach(() => vi.useRealTimers());

const open = () => createMembershipNotices((text) => shownTexts.push(text));
const joined = (username: string) => ({ kind: 'joined', username }) as const;
const go = (username: string) => ({ kind: 'left', username }) as const;

describe('membership notices', () => {
  it('GM-01: one, two or many users who join in quick succession share a notice', () => {
    for (const [people, line] of [
      [['riya'], 'riya joined'],
      [['riya', '_guest-ivy'], 'riya and ivy joined'],
      [['riya', 'a', 'b', 'c', 'd'], 'riya and 4 others joined'],
    ] as const) {
      shownTexts.length = 0;
      const notices = open();
      for (const name of people) notices.tell(joined(name));
      expect(shownTexts).toEqual([]);
      vi.runAllTimers();
      expect(shownTexts).toEqual([line]);
    }
  });

  it('a user who joins and immediately leaves causes no notice', () => {
    const notices = open();
    notices.tell(joined('riya'));
    notices.tell(go('riya'));
    notices.tell(go('zoya'));
    vi.runAllTimers();
    expect(shownTexts).toEqual(['zoya left']);
  });

  it('a busy room gets a notice at intervals, with all users in it', () => {
    const notices = open();
    notices.tell(joined('a'));
    vi.runAllTimers();
    for (let n = 0; n < 10; n += 1) {
      notices.tell(joined(`later-${n}`));
      vi.advanceTimersByTime(1000);
    }
    expect(shownTexts).toEqual(['a joined']);
    vi.runAllTimers();
    expect(shownTexts).toEqual(['a joined', 'later-0 and 9 others joined']);
  });

  it('actions of moderators are shown immediately; nothing is shown after the room is closed', () => {
    const notices = open();
    notices.tell({ kind: 'kicked', username: 'riya', by: 'asha' });
    expect(shownTexts).toEqual(['riya was removed by asha']);
    notices.tell(joined('zoya'));
    notices.stop();
    vi.runAllTimers();
    expect(shownTexts).toHaveLength(1);
  });

  it.each([
    [[], false, 'riya has no special permissions any more'],
    [['can_kick'], false, 'riya may remove members now'],
    [['can_ban'], true, 'You may ban members now'],
    [['can_kick', 'can_ban'], true, 'You may remove and ban members now'],
    [[], true, 'You have no special permissions any more'],
  ] as const)('GM-21: shows a text for %j', (permissions, isSelf, words) => {
    expect(moderationLabel({ kind: 'permissions', username: 'riya', permissions, isSelf })).toBe(words);
  });
});
