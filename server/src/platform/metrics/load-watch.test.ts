import { expect, it } from 'vitest';
import { createLoadJudge } from './load-watch.ts';

const STEP_MS = 500;

/** Returns the state after each sample; samples are half a second apart. */
function statesAfter(...seen: readonly (readonly [moments: number, lateMs: number, unservedMs?: number])[]) {
  const judge = createLoadJudge();
  let at = 0;
  return seen.map(([moments, lateMs, unservedMs = 0]) => {
    for (let moment = 0; moment < moments; moment += 1)
      judge.note({ at: (at += STEP_MS), lateMs, unservedMs });
    return judge.isOverloaded();
  });
}

it('health: a node is overloaded statesAfter its event loop was late for five seconds, and recovers statesAfter three good ones', () => {
  expect(statesAfter([10, 1500], [1, 1500], [5, 20], [1, 20])).toEqual([false, true, true, false]);
});

it('health: users who get no database connection for five seconds count alike', () => {
  expect(statesAfter([11, 10, 3500])).toEqual([true]);
});

it('health: one long pause, or a busy moment now and then, is no overload', () => {
  expect(statesAfter([1, 9000], [6, 10], [1, 2000], [6, 10], [1, 2000])).toEqual(Array(5).fill(false));
  expect(statesAfter([100, 900, 2900])).toEqual([false]);
});
