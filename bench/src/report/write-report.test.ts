import { describe, expect, it } from 'vitest';
import { withFormer } from './run-report.ts';
import { describeReport } from './write-report.ts';

const OPTIONS = { rounds: 3, seconds: 4, databaseUrl: 'postgres://user:secret@host/db' };

describe('the report', () => {
  it('states each figure, its goal and whether it is reached, and nothing about the location of the measurement', () => {
    const verdict = { contender: 'postgres', unit: 'x' };
    const rounds = { runs: ['figures of a round'] };
    const { text, json } = describeReport(
      ['2 cores'],
      [
        {
          ...rounds,
          part: 'idle',
          at: '2026-11-22T07:33:49.509Z',
          options: OPTIONS,
          verdicts: [
            { ...verdict, what: 'memory', value: 1.05, goal: 1.1, isReached: true },
            { ...verdict, what: 'speed', value: 3.9, goal: 4, isReached: false },
            { ...verdict, what: 'lost', value: 2, goal: 0, isZeroMeant: true, isReached: false },
            { ...verdict, what: 'shown', value: 7, goal: 0, isReached: true },
          ],
        },
      ],
    );
    expect(text).toContain('3 goals, 1 reached, 2 missed.');
    expect(text).toContain('| memory | postgres | 1.05 x | at most 1.10 x | yes |');
    expect(text).toContain('| speed | postgres | 3.90 x | at least 4 x | **no** |');
    expect(text).toContain('| lost | postgres | 2 x | at most 0 x | **no** |');
    expect(text).toContain('| shown | postgres | 7 x |  |  |');
    expect(text + json).not.toContain('secret');
    expect(json).not.toContain('figures of a round');
  });

  it('keeps what was measured elsewhere until the part is measured again, and names what is missing', () => {
    const result = (part: string, at: string) => ({ part, at, options: OPTIONS, verdicts: [] });
    const former = [result('feed', '2026-11-22T07:00:00.000Z'), result('idle', '2026-11-22T07:00:00.000Z')];
    const newest = [result('idle', '2026-11-28T07:00:00.000Z')];
    expect(withFormer(['idle', 'feed', 'soak'], newest, former)).toEqual([newest[0], former[0]]);
    const elsewhere = former.map((each) => Object.assign(each, { machine: 'another machine' }));
    const { text } = describeReport(['2 cores'], elsewhere, ['search', 'soak']);
    expect(text).toContain('Not measured: search, soak.');
    expect(text).toContain('UTC on another machine, 3 rounds');
  });
});
