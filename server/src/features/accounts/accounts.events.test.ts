import { expect, it } from 'vitest';
import type { Tx } from '../../platform/database/index.ts';
import { createAccountEvents, DELETION_STEPS } from './accounts.events.ts';

/** The hooks of this test use no transaction. */
const tx = {} as Tx;

it('SV-13: the steps of a deletion run in the declared order, whatever the order of their registration', async () => {
  const events = createAccountEvents();
  const done: string[] = [];
  for (const step of DELETION_STEPS.toReversed())
    events.onDeleting(step, async (_tx, userId, { removesContent }) => {
      done.push(`${step} of ${userId}, ${removesContent}`);
    });
  expect(events.missingDeletionSteps()).toEqual([]);
  await events.runDeleting(tx, 7, { removesContent: true });
  expect(done).toEqual(DELETION_STEPS.map((step) => `${step} of 7, true`));
});

it('SV-13: a step has one hook, and one without is named', () => {
  const events = createAccountEvents();
  const hook = async () => undefined;
  for (const step of DELETION_STEPS.slice(1)) events.onDeleting(step, hook);
  expect(() => events.onDeleting('wallet', hook)).toThrow('registered twice');
  expect(events.missingDeletionSteps()).toEqual([DELETION_STEPS[0]]);
});
