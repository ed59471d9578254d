import { PUSH_SUBSCRIPTIONS_MAX } from '@adda/contract/push';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createBody, startPush } from './push.fixture.ts';

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

describe('PN-02: subscriptions at the same moment', () => {
  it('of one user: 20 stay', async () => {
    const { person, subscribe, endpointsOf } = await startPush();
    const someone = await person();
    for (const body of times(PUSH_SUBSCRIPTIONS_MAX - 2, () => createBody())) await subscribe(someone, body);
    await Promise.all(times(10, () => subscribe(someone, createBody())));
    expect(await endpointsOf(someone)).toHaveLength(PUSH_SUBSCRIPTIONS_MAX);
  });

  it('of one address: it belongs to one user', async () => {
    const { person, subscribe, endpointsOf } = await startPush();
    const [one, other] = [await person(), await person()];
    const body = createBody();
    const callers = [one, other, one, other, one, other];
    const answers = await Promise.all(callers.map((someone) => subscribe(someone, body)));
    expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200));
    expect([...(await endpointsOf(one)), ...(await endpointsOf(other))]).toEqual([body.endpoint]);
  });

  it('with the end of the session: nothing is left of it', async () => {
    const { app, client, db, person, login, subscribe } = await startPush();
    const first = await person();
    const second = await login(first);
    await subscribe(second, createBody());
    const { rows: sessions } = await sql<{ id: string }>`
      SELECT id FROM sessions WHERE user_id = ${first.userId} ORDER BY created_at LIMIT 1`.execute(db);
    const subscriber = { userId: first.userId, sessionId: sessions[0]?.id ?? '' };
    // Not by requests: these are refused before they get that far.
    const subscribing = () => app.push.subscriptions.subscribe(subscriber, createBody());
    await Promise.allSettled([
      ...times(3, subscribing),
      client('POST /auth/logout', {}, first),
      ...times(6, subscribing),
    ]);
    const { rows } = await sql<{ id: string }>`
      SELECT session_id AS id FROM push_subscriptions WHERE user_id = ${first.userId}`.execute(db);
    expect(rows).toHaveLength(1);
    expect(rows).not.toContainEqual({ id: subscriber.sessionId });
    await expect(subscribing()).rejects.toMatchObject({ code: 'invalid_token' });
  });
});
