import { expect, it } from 'vitest';
import type { Person } from '../rooms/rooms.fixture.ts';
import { startPostActivity } from '../feed/activity/post-activity.fixture.ts';
import { eventually } from '../rooms/rooms.fixture.ts';

const input = (creator: Pick<Person, 'username'>, more: Record<string, unknown> = {}) => ({
  name: 'Everything',
  amount: 4.99,
  validity_days: 30,
  creator: creator.username,
  ...more,
});

async function startPlans() {
  const fixture = await startPostActivity();
  const [ann, ben] = [await fixture.person(), await fixture.person()];
  const { client } = fixture;
  return {
    ...fixture,
    ann,
    ben,
    create: (by: Person, body: Record<string, unknown> = input(by)) =>
      // Invalid bodies are sent as well, to test their refusal.
      client('POST /subscriptions/plan', { body: body as ReturnType<typeof input> }, by),
    plans: (by: Person, creator: Pick<Person, 'username'>) =>
      client('GET /subscriptions/plans/list', { query: { creator: creator.username } }, by),
  };
}

it('PL-01, PL-15, PL-16, X-06: both paths return id, message and plan', async () => {
  const { ann, client, create, plans } = await startPlans();
  const one = await create(ann, input(ann, { name: ' Gold ', description: ' All of it ' }));
  const body = { ...input(ann, { amount: 0.07 }), creator: ann.username.toUpperCase() };
  const other = await client('POST /subscriptions/plans/create', { body }, ann);
  const gold = {
    plan_id: expect.stringMatching(/^plan_[0-9a-f]{24}$/),
    name: 'Gold',
    amount: 4.99,
    validity_days: 30,
    description: 'All of it',
    creator: ann.username,
    created_at: expect.any(String),
  };
  expect([one.status, one.data]).toEqual([
    201,
    { plan_id: one.data.plan.plan_id, message: 'Plan created successfully', plan: gold },
  ]);
  expect([other.status, other.data.plan]).toEqual([
    201,
    { ...gold, name: 'Everything', amount: 0.07, description: null },
  ]);
  expect((await plans(ann, ann)).data).toEqual([other.data.plan, one.data.plan]);
});

it('PL-05 to PL-11, X-07: invalid values are refused with 422 at their field', async () => {
  const { ann, create, plans } = await startPlans();
  for (const [more, field, words] of [
    [{ name: ' ' }, 'name', 'Plan name is required'],
    [{ name: '\u200B' }, 'name', 'Plan name is required'],
    [{ name: 'a'.repeat(61) }, 'name', undefined],
    [{ amount: 0 }, 'amount', 'Amount must be greater than 0'],
    [{ amount: -1 }, 'amount', 'Amount must be greater than 0'],
    [{ amount: 0.01 }, 'amount', 'Amount must be at least $0.02, so that it can be paid'],
    [{ amount: 0.015 }, 'amount', 'Use at most two decimals.'],
    [{ amount: 10_000.01 }, 'amount', undefined],
    [{ amount: '5' }, 'amount', undefined],
    [{ validity_days: 0 }, 'validity_days', 'Validity days must be a positive integer'],
    [{ validity_days: 1.5 }, 'validity_days', 'Validity days must be a positive integer'],
    [{ validity_days: 3651 }, 'validity_days', undefined],
    [{ description: 'a'.repeat(201) }, 'description', undefined],
  ] as const) {
    const answer = await create(ann, input(ann, more));
    expect([answer.status, answer.error.code]).toEqual([422, 'validation_failed']);
    const fields = answer.error.detail;
    expect(fields).toContainEqual({
      loc: ['body', field],
      msg: words ?? expect.any(String),
      type: expect.any(String),
    });
  }
  expect((await create(ann, input(ann, { is_free: true }))).status).toBe(422);
  expect((await plans(ann, ann)).data).toEqual([]);
});

it('SV-69, PL-12, X-06: guests create no plan, and no user creates one for another user', async () => {
  const { ann, ben, guest, create } = await startPlans();
  const visitor = await guest();
  const asGuest = await create(visitor);
  expect([asGuest.status, asGuest.error]).toEqual([
    403,
    { code: 'guests_cannot_create_plans', detail: 'Guest users cannot create plans' },
  ]);
  const forAnother = await create(ben, input(ann));
  expect([forAnother.status, forAnother.error]).toEqual([
    403,
    { code: 'not_own_plan', detail: 'You can only create plans of your own' },
  ]);
});

it('twenty plans at most, also under concurrent creation', async () => {
  const { ann, create, plans } = await startPlans();
  const answers = await Promise.all(Array.from({ length: 25 }, () => create(ann)));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, error }) => [status, error])).toEqual(
    Array.from({ length: 5 }, () => [
      400,
      { code: 'too_many_plans', detail: 'You can have at most 20 plans' },
    ]),
  );
  expect((await plans(ann, ann)).data).toHaveLength(20);
});

it('PL-13, Q-39, R-14, PL-14: cheapest first, none between blocked users, 404 for an unknown user', async () => {
  const { ann, ben, guest, block, create, plans } = await startPlans();
  for (const amount of [9, 3, 6]) await create(ann, input(ann, { amount }));
  const amounts = async (by: Person) => (await plans(by, ann)).data.map(({ amount }) => amount);
  expect(await amounts(await guest())).toEqual([3, 6, 9]);
  await block(ben, ann);
  expect([await amounts(ben), await amounts(ann)]).toEqual([[], [3, 6, 9]]);
  const missing = await plans(ann, { username: 'nobody.of.this.name' });
  expect([missing.status, missing.error.code]).toEqual([404, 'user_not_found']);
});

it('SV-69, RT-26: members of a creator’s room receive a new plan, other users do not', async () => {
  const { ann, ben, guest, listen, create } = await startPlans();
  const [bens, others] = [await listen(ben, ann), await listen(await guest(), ben)];
  const { plan } = (await create(ann)).data;
  await eventually(() => expect(bens.all('plan_created')).toEqual([{ plan }]));
  await create(ben);
  await eventually(() => expect(others.all('plan_created')).toHaveLength(1));
  expect(others.all('plan_created')).toMatchObject([{ plan: { creator: ben.username } }]);
  expect(bens.all('plan_created')).toHaveLength(1);
});
