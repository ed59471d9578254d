import { expect, it } from 'vitest';
import { startPostActivity } from '../feed/activity/post-activity.fixture.ts';
import type { Person } from '../rooms/rooms.fixture.ts';

const NOT_FOUND = [404, { code: 'plan_not_found', detail: 'Plan not found' }];
const NOT_OWNER = [403, { code: 'not_plan_owner', detail: 'You can only change plans of your own' }];

async function startPlan() {
  const fixture = await startPostActivity();
  const { client } = fixture;
  const [ann, ben] = [await fixture.poster(), await fixture.poster()];
  const planId = await fixture.offer(ann);
  const of = (plan_id: string) => ({ params: { plan_id } });
  return {
    ...fixture,
    ann,
    ben,
    planId,
    show: (by: Person, id = planId) => client('GET /subscriptions/plan/:plan_id', of(id), by),
    change: (by: Person, body: Record<string, unknown>, id = planId) =>
      // Fields that may not change are sent as well, to test their refusal.
      client('PATCH /subscriptions/plan/:plan_id', { ...of(id), body }, by),
    archive: (by: Person, id = planId) => client('DELETE /subscriptions/plan/:plan_id', of(id), by),
    plans: async (creator: Person) =>
      (await client('GET /subscriptions/plans/list', { query: { creator: creator.username } }, creator)).data,
    isInStrip: async (viewer: Person, { username }: Person) => {
      const { data } = await client('GET /subscriptions/creators', { query: { limit: 50 } }, viewer);
      return data.creators.some((creator) => creator.username === username);
    },
  };
}

const refusalOf = ({ status, error }: { status: number; error: unknown }) => [status, error];

it("X-05, X-09: a plan is returned with each provider's charge, also to a guest", async () => {
  const { ann, guest, planId, show } = await startPlan();
  const { status, data } = await show(await guest());
  expect([status, data.plan]).toEqual([
    200,
    {
      plan_id: planId,
      name: 'Everything',
      amount: 4.99,
      validity_days: 30,
      description: null,
      creator: ann.username,
      created_at: expect.any(String),
    },
  ]);
  expect(data.charges).toEqual([
    { gateway: 'razorpay', amount: 42_415, currency: 'INR' },
    { gateway: 'paypal', amount: 499, currency: 'USD' },
  ]);
});

it('SV-70: the owner changes name and description of a plan; price and days stay as sold', async () => {
  const { ann, planId, change, plans } = await startPlan();
  const named = await change(ann, { name: ' Gold ' });
  expect([named.status, named.data]).toEqual([
    200,
    {
      message: 'Plan updated successfully',
      plan: expect.objectContaining({ plan_id: planId, name: 'Gold' }),
    },
  ]);
  expect((await change(ann, { description: ' All of it ' })).data.plan).toMatchObject({
    name: 'Gold',
    description: 'All of it',
    amount: 4.99,
    validity_days: 30,
  });
  expect(await plans(ann)).toMatchObject([{ name: 'Gold', description: 'All of it' }]);
  expect((await change(ann, { description: null })).data.plan.description).toBeNull();
  for (const body of [
    {},
    { amount: 1 },
    { name: 'Gold', validity_days: 1 },
    { name: ' ' },
    { name: '\u200B' },
    { name: 'a'.repeat(61) },
    { description: 'a'.repeat(201) },
  ])
    expect((await change(ann, body)).status).toBe(422);
  expect(await plans(ann)).toMatchObject([
    { name: 'Gold', amount: 4.99, validity_days: 30, description: null },
  ]);
});

it('SV-70: an archived plan is no longer sold, and its creator leaves the list of creators', async () => {
  const { ann, ben, planId, archive, change, show, plans, isInStrip } = await startPlan();
  expect(await isInStrip(ben, ann)).toBe(true);
  const answers = await Promise.all(Array.from({ length: 5 }, () => archive(ann)));
  const done = answers.filter(({ status }) => status === 200);
  expect(done.map(({ data }) => data)).toEqual([{ message: 'Plan removed successfully' }]);
  expect(await plans(ann)).toEqual([]);
  expect(await isInStrip(ben, ann)).toBe(false);
  for (const answer of [await archive(ann), await change(ann, { name: 'Gold' }), await show(ben, planId)])
    expect(refusalOf(answer)).toEqual(NOT_FOUND);
});

it('SV-70, SV-77: posts locked with an archived plan stay locked, and open for subscribers', async () => {
  const { ann, ben, archive, postBy, subscribe, comments, poster } = await startPlan();
  await subscribe(ben, ann);
  const mediaId = await postBy(ann, { isLocked: true });
  expect((await archive(ann)).status).toBe(200);
  expect((await comments(ben, mediaId)).status).toBe(200);
  expect((await comments(await poster(), mediaId)).error.code).toBe('media_locked');
});

it("R-13: other users can't change a plan, and guests have none", async () => {
  const { ann, ben, guest, change, archive, plans } = await startPlan();
  expect(refusalOf(await change(ben, { name: 'Mine' }))).toEqual(NOT_OWNER);
  expect(refusalOf(await archive(ben))).toEqual(NOT_OWNER);
  const visitor = await guest();
  expect((await change(visitor, { name: 'Mine' })).error.code).toBe('registered_only');
  expect((await archive(visitor)).error.code).toBe('registered_only');
  expect(await plans(ann)).toMatchObject([{ name: 'Everything' }]);
});

it('R-14: a plan is not found between blocked users, of a suspended creator, or under another id', async () => {
  const { ann, ben, poster, block, suspend, show, archive } = await startPlan();
  await block(ann, ben);
  for (const answer of [
    await show(ben),
    await archive(ben),
    await show(ben, `plan_${'0'.repeat(24)}`),
    await archive(ben, `plan_${'0'.repeat(24)}`),
  ])
    expect(refusalOf(answer)).toEqual(NOT_FOUND);
  expect((await show(ben, 'plan_x')).status).toBe(422);
  const eve = await poster();
  expect((await show(eve)).status).toBe(200);
  await suspend(ann);
  expect(refusalOf(await show(eve))).toEqual(NOT_FOUND);
});
