import { createECDH, randomBytes } from 'node:crypto';
import { PUSH_SUBSCRIPTIONS_MAX } from '@adda/contract/push';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { createBody, startPush, type Person } from './push.fixture.ts';

/** A point whose last byte was changed, so that it is not on the curve. */
function pointBesideTheCurve(): string {
  const pair = createECDH('prime256v1');
  const point = pair.generateKeys();
  point.writeUInt8(point.readUInt8(64) ^ 1, 64);
  return point.toString('base64url');
}

describe('PN-02: the key', () => {
  it('is a point of P-256 as base64url, the same for everybody with a session, and stays', async () => {
    const { client, person, guest } = await startPush();
    const { data } = await client('GET /push/key', {}, await person());
    expect(data.public_key).toMatch(/^[\w-]{87}$/);
    expect(Buffer.from(data.public_key, 'base64url')[0]).toBe(4);
    expect((await client('GET /push/key', {}, await guest())).data).toEqual(data);
    expect((await client('GET /push/key', {})).status).toBe(401);
  });
});

describe('PN-02: subscribing', () => {
  it('is open to members and guests, and takes what a browser returns, other fields included', async () => {
    const { client, person, guest, endpointsOf } = await startPush();
    for (const someone of [await person(), await guest()]) {
      const body = { ...createBody('https://push.example:8443/p'), expirationTime: null };
      const { status, data } = await client('POST /push/subscriptions', { body }, someone);
      expect([status, data.message]).toEqual([200, 'Notifications are on in this browser']);
      expect(await endpointsOf(someone)).toEqual([body.endpoint]);
    }
  });

  const { keys } = createBody();
  it.each<[string, unknown]>([
    ['http', { ...createBody(), endpoint: 'http://push.example/a' }],
    ['another scheme', { ...createBody(), endpoint: 'ftp://push.example/a' }],
    ['no address', { ...createBody(), endpoint: 'push.example/a' }],
    ['a user in the address', { ...createBody(), endpoint: 'https://me:pass@push.example/a' }],
    [
      'an address that is too long',
      { ...createBody(), endpoint: `https://push.example/${'a'.repeat(2028)}` },
    ],
    [
      'one that is too long when written out',
      { ...createBody(), endpoint: `https://push.example/${'ä'.repeat(400)}` },
    ],
    ['no keys', { endpoint: 'https://push.example/a' }],
    ['a point beside the curve', { ...createBody(), keys: { ...keys, p256dh: pointBesideTheCurve() } }],
    ['a point that is too short', { ...createBody(), keys: { ...keys, p256dh: keys.p256dh.slice(0, 80) } }],
    [
      'a compressed point',
      { ...createBody(), keys: { ...keys, p256dh: randomBytes(33).toString('base64url') } },
    ],
    ['another alphabet', { ...createBody(), keys: { ...keys, p256dh: `+/${keys.p256dh.slice(2)}` } }],
    ['15 bytes', { ...createBody(), keys: { ...keys, auth: randomBytes(15).toString('base64url') } }],
    ['17 bytes', { ...createBody(), keys: { ...keys, auth: randomBytes(17).toString('base64url') } }],
    ['a number', { ...createBody(), endpoint: 7 }],
  ])('refuses %s', async (_name, body) => {
    const { url, person, subscriptionsOf } = await startPush();
    const someone = await person();
    const answer = await fetch(`${url}/push/subscriptions`, {
      method: 'POST',
      headers: {
        'x-api-key': 'adda-web',
        'content-type': 'application/json',
        authorization: `Bearer ${someone.token}`,
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'invalid_subscription',
      detail: 'This browser’s push address can’t be used',
    });
    expect(await subscriptionsOf(someone)).toEqual([]);
  });

  it('takes 2,048 characters, and anything that an address may hold', async () => {
    const { person, subscribe, unsubscribe, subscriptionsOf } = await startPush();
    const someone = await person();
    for (const endpoint of [
      `https://push.example/${'a'.repeat(2027)}`,
      'https://push.example/ä?x=\\y',
      '  https://PUSH.example:443/spaces here ',
    ]) {
      expect((await subscribe(someone, createBody(endpoint))).status).toBe(200);
      expect(await subscriptionsOf(someone)).toHaveLength(1);
      expect((await unsubscribe(someone, endpoint)).status).toBe(200);
      expect(await subscriptionsOf(someone)).toEqual([]);
    }
  });

  it('again renews: new keys, no second subscription', async () => {
    const { person, subscribe, subscriptionsOf } = await startPush();
    const someone = await person();
    const first = createBody();
    await subscribe(someone, first);
    const second = createBody(first.endpoint);
    await subscribe(someone, second);
    expect(await subscriptionsOf(someone)).toMatchObject([{ endpoint: first.endpoint, ...second.keys }]);
  });

  it('a 21st ends the one that was renewed longest ago', async () => {
    const { person, subscribe, endpointsOf } = await startPush();
    const someone = await person();
    const bodies = Array.from({ length: PUSH_SUBSCRIPTIONS_MAX }, () => createBody());
    for (const body of bodies) await subscribe(someone, body);
    const [first, second, ...rest] = bodies;
    if (!first || !second) throw new Error('no bodies');
    await subscribe(someone, first);
    const late = createBody();
    await subscribe(someone, late);
    expect(new Set(await endpointsOf(someone))).toEqual(
      new Set([first, ...rest, late].map(({ endpoint }) => endpoint)),
    );
  });

  it('an address belongs to who subscribed it last, as a new subscription', async () => {
    const { person, subscribe, subscriptionsOf } = await startPush();
    const [one, other] = [await person(), await person()];
    const body = createBody();
    await subscribe(one, body);
    const [before] = await subscriptionsOf(one);
    await subscribe(other, body);
    expect(await subscriptionsOf(one)).toEqual([]);
    const [after] = await subscriptionsOf(other);
    expect(after?.id).not.toBe(before?.id);
  });
});

describe('PN-02: unsubscribing', () => {
  it('ends the own subscription; an unknown address and that of another account answer 200 and change nothing', async () => {
    const { person, subscribe, unsubscribe, endpointsOf } = await startPush();
    const [one, other] = [await person(), await person()];
    const body = createBody();
    await subscribe(one, body);
    for (const endpoint of [body.endpoint, 'https://push.example/unknown', 'no address']) {
      const { status, data } = await unsubscribe(other, endpoint);
      expect([status, data.message]).toEqual([200, 'Notifications are off in this browser']);
    }
    expect(await endpointsOf(one)).toEqual([body.endpoint]);
    await unsubscribe(one, body.endpoint);
    expect(await endpointsOf(one)).toEqual([]);
  });
});

describe('PN-02: a subscription ends', () => {
  /** A user with two sessions, each with a browser; `rows` are the stored subscriptions, usable or not. */
  async function twoBrowsers() {
    const fixture = await startPush();
    const first = await fixture.person();
    const second = await fixture.login(first);
    const bodies = [createBody(), createBody()] as const;
    await fixture.subscribe(first, bodies[0]);
    await fixture.subscribe(second, bodies[1]);
    const rows = async ({ userId }: Person) =>
      (
        await sql<{ endpoint: string }>`
          SELECT endpoint FROM push_subscriptions WHERE user_id = ${userId} ORDER BY id`.execute(fixture.db)
      ).rows.map(({ endpoint }) => endpoint);
    expect(await rows(first)).toHaveLength(2);
    return { ...fixture, first, second, kept: bodies[1].endpoint, rows };
  }

  it('with the log-out of its session, and no other', async () => {
    const { client, first, rows, kept } = await twoBrowsers();
    await client('POST /auth/logout', {}, first);
    expect(await rows(first)).toEqual([kept]);
  });

  it('when its session is ended from another device', async () => {
    const { client, first, second, rows, kept } = await twoBrowsers();
    await client('DELETE /auth/sessions', {}, second);
    expect(await rows(first)).toEqual([kept]);
  });

  it('whatever statement ends the session', async () => {
    const { db, first, rows } = await twoBrowsers();
    await sql`UPDATE sessions SET revoked_at = now() WHERE user_id = ${first.userId}`.execute(db);
    expect(await rows(first)).toEqual([]);
  });

  it('belongs to the session that subscribed last', async () => {
    const { client, subscribe, first, second, rows, kept } = await twoBrowsers();
    await subscribe(first, createBody(kept));
    await client('POST /auth/logout', {}, second);
    expect(await rows(first)).toHaveLength(2);
    await client('POST /auth/logout', {}, first);
    expect(await rows(first)).toEqual([]);
  });

  it('with a suspension', async () => {
    const { client, admin, first, rows } = await twoBrowsers();
    const { username } = first;
    const body = { reason: 'threatened people in private chats' };
    const { status } = await client(
      'POST /admin/users/:username/suspend',
      { params: { username }, body },
      await admin(),
    );
    expect(status).toBe(200);
    expect(await rows(first)).toEqual([]);
  });

  it('with the deletion of the account', async () => {
    const { client, first, rows } = await twoBrowsers();
    const body = { password: PASSWORD, remove_content: true };
    expect((await client('DELETE /users/me', { body }, first)).status).toBe(200);
    expect(await rows(first)).toEqual([]);
  });

  it('and is not pushed to once its session has run out', async () => {
    const { db, first, subscriptionsOf, rows } = await twoBrowsers();
    await sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = ${first.userId}`.execute(
      db,
    );
    expect(await rows(first)).toHaveLength(2);
    expect(await subscriptionsOf(first)).toEqual([]);
  });
});
