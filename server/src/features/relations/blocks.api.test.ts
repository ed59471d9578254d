import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { eventually } from '../rooms/rooms.fixture.ts';
import type { ReceivedEvent, Person } from '../rooms/rooms.fixture.ts';
import { startBlocks } from './blocks.fixture.ts';

const NOBODY = { username: 'nobody.of.this.name' };

/** Returns the block events that a client received, in order. */
const blockEventsOf = ({ received }: { received: readonly ReceivedEvent[] }) =>
  received.filter(({ event }) => event === 'blocked_notification').map(({ payload }) => payload);

async function startTwo() {
  const fixture = await startBlocks();
  const [ann, ben] = [await fixture.person(), await fixture.person()];
  /** Returns the block state as seen by each of the two users. */
  const both = async () => [(await fixture.check(ann, ben)).data, (await fixture.check(ben, ann)).data];
  return { ...fixture, ann, ben, both };
}

describe('blocking', () => {
  it('SV-52, SV-53, X-28: a block applies to both users until it is removed', async () => {
    const { ann, ben, both, block, unblock } = await startTwo();
    const free = { is_blocked: false, blocked_by_me: false };
    expect(await both()).toEqual([free, free]);
    expect((await block(ann, ben)).data).toEqual({ message: 'User blocked successfully' });
    expect(await both()).toEqual([
      { is_blocked: true, blocked_by_me: true },
      { is_blocked: true, blocked_by_me: false },
    ]);
    expect((await unblock(ann, ben)).data).toEqual({ message: 'User unblocked successfully' });
    expect(await both()).toEqual([free, free]);
  });

  it('X-28: mutual blocks apply until both are removed', async () => {
    const { ann, ben, both, block, unblock } = await startTwo();
    await block(ann, ben);
    await block(ben, ann);
    const mutual = { is_blocked: true, blocked_by_me: true };
    expect(await both()).toEqual([mutual, mutual]);
    await unblock(ann, ben);
    expect(await both()).toEqual([{ is_blocked: true, blocked_by_me: false }, mutual]);
    await unblock(ben, ann);
    expect((await both()).map((entry) => entry.is_blocked)).toEqual([false, false]);
  });

  it('SV-52: refuses blocking oneself, a second block, and removing a block that does not exist', async () => {
    const { ann, ben, block, unblock } = await startTwo();
    const own = await block(ann, { username: ann.username.toUpperCase() });
    expect([own.status, own.error]).toMatchObject([
      400,
      { code: 'cannot_block_self', detail: 'You cannot block yourself' },
    ]);
    const early = await unblock(ann, ben);
    expect([early.status, early.error]).toMatchObject([
      400,
      { code: 'not_blocked', detail: 'User is not blocked' },
    ]);
    await block(ann, ben);
    const again = await block(ann, ben);
    expect([again.status, again.error]).toMatchObject([
      400,
      { code: 'already_blocked', detail: 'User is already blocked' },
    ]);
    expect((await unblock(ben, ann)).error.code).toBe('not_blocked');
  });

  it('SV-52, SV-53: an unknown name is not found, and names are case-insensitive', async () => {
    const { ann, ben, block, unblock, check } = await startTwo();
    for (const call of [block, unblock, check]) {
      const answer = await call(ann, NOBODY);
      expect([answer.status, answer.error]).toMatchObject([
        404,
        { code: 'user_not_found', detail: 'User not found' },
      ]);
    }
    expect((await block(ann, { username: ` ${ben.username.toUpperCase()} ` })).status).toBe(200);
    expect((await check(ann, ben)).data.blocked_by_me).toBe(true);
  });

  it('SV-52: refuses unknown fields and requests without a session', async () => {
    const { ann, ben, client } = await startTwo();
    const body = { blocked_username: ben.username, blocker: 'somebody else' };
    expect((await client('POST /users/block', { body }, ann)).status).toBe(422);
    expect((await client('POST /users/block', { body }, {})).status).toBe(401);
  });

  it('guests can block and be blocked', async () => {
    const { ann, guest, block, check, listBlocked } = await startTwo();
    const visitor = await guest();
    await block(visitor, ann);
    await block(ann, visitor);
    expect((await check(visitor, ann)).data).toEqual({ is_blocked: true, blocked_by_me: true });
    expect((await listBlocked(ann)).data.blocked_users).toEqual([visitor.username]);
  });
});

describe('the list of blocked users', () => {
  it('RP-13, RP-14, X-28: contains only users that the caller blocked, newest first', async () => {
    const { ann, ben, person, block, unblock, listBlocked } = await startTwo();
    const eve = await person();
    expect((await listBlocked(ann)).data).toEqual({ blocked_users: [] });
    await block(ann, ben);
    await block(ann, eve);
    await block(eve, ben);
    expect((await listBlocked(ann)).data.blocked_users).toEqual([eve.username, ben.username]);
    expect((await listBlocked(ben)).data.blocked_users).toEqual([]);
    await unblock(ann, eve);
    expect((await listBlocked(ann)).data.blocked_users).toEqual([ben.username]);
  });

  it('SV-13: a deleted account is in no list and cannot be blocked', async () => {
    const { ann, ben, client, block, unblock, check, listBlocked } = await startTwo();
    await block(ann, ben);
    expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, ben)).status).toBe(200);
    expect((await listBlocked(ann)).data.blocked_users).toEqual([]);
    for (const call of [block, unblock, check])
      expect((await call(ann, ben)).error.code).toBe('user_not_found');
  });

  it('SV-04: a guest stays blocked after the upgrade, under the new name', async () => {
    const { ann, guest, client, block, listBlocked } = await startTwo();
    const visitor = await guest();
    await block(ann, visitor);
    const username = `was.${visitor.username.replace(/\W/g, '').slice(-12)}`;
    const body = { username, email: `${username}@example.org`, password: PASSWORD };
    expect((await client('POST /auth/upgrade', { body }, visitor)).status).toBe(200);
    expect((await listBlocked(ann)).data.blocked_users).toEqual([username]);
  });
});

describe('concurrent blocks', () => {
  const settled = async (calls: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status);

  it('X-28: concurrent blocks of a pair are stored once per user', async () => {
    const { ann, ben, both, block, unblock } = await startTwo();
    const statuses = await settled(
      [ann, ben, ann, ben, ann, ben].map((by) => block(by, by === ann ? ben : ann)),
    );
    expect(statuses.toSorted()).toEqual([200, 200, 400, 400, 400, 400]);
    await settled([unblock(ann, ben), unblock(ben, ann)]);
    expect((await both()).map((entry) => entry.is_blocked)).toEqual([false, false]);
  });

  it('R-07: the last event always matches the stored state, even when blocks and unblocks race', async () => {
    const { ann, ben, both, block, unblock, connectShell } = await startTwo();
    const shells = [await connectShell(ann), await connectShell(ben)];
    const last = (shell: (typeof shells)[number]) => blockEventsOf(shell).at(-1);
    for (let round = 0; round < 25; round += 1) {
      await settled([block(ann, ben), block(ben, ann), unblock(ann, ben), unblock(ben, ann)]);
      const [mine, theirs] = await both();
      expect(mine?.is_blocked).toBe(theirs?.is_blocked);
      await eventually(() =>
        expect(shells.map(last)).toEqual([
          { username: ben.username, is_blocked: mine?.is_blocked },
          { username: ann.username, is_blocked: mine?.is_blocked },
        ]),
      );
    }
  });
});

describe('block events', () => {
  it('SV-52, X-28: no event for a block that does not change the state of the pair', async () => {
    const { ann, ben, block, unblock, connectShell } = await startTwo();
    const [anns, bens] = [await connectShell(ann), await connectShell(ben)];
    await block(ann, ben);
    await block(ben, ann);
    await unblock(ann, ben);
    await unblock(ben, ann);
    const about = ({ username }: Person) => [
      { username, is_blocked: true },
      { username, is_blocked: false },
    ];
    const isOver = { is_blocked: false };
    await eventually(() =>
      expect([anns, bens].map((shell) => blockEventsOf(shell).at(-1))).toMatchObject([isOver, isOver]),
    );
    expect([anns, bens].map(blockEventsOf)).toEqual([about(ben), about(ann)]);
  });

  it('SV-52: every shell and open room of both users receives the other name and the state, not who blocked; other users receive nothing', async () => {
    const { ann, ben, person, block, unblock, connect, connectShell, open, join } = await startTwo();
    const groupId = await open(ann);
    await join(ben, groupId);
    const eve: Person = await person();
    const [one, another, bens, eves] = [
      await connectShell(ann),
      await connectShell(ann),
      await connectShell(ben),
      await connectShell(eve),
    ];
    const [annsRoom, bensRoom] = [await connect(ann, groupId), await connect(ben, groupId)];
    await block(ann, ben);
    await unblock(ann, ben);
    const about = ({ username }: Person) => [
      { username, is_blocked: true },
      { username, is_blocked: false },
    ];
    await eventually(() => {
      expect([one, another, annsRoom].map(blockEventsOf)).toEqual([about(ben), about(ben), about(ben)]);
      expect([bens, bensRoom].map(blockEventsOf)).toEqual([about(ann), about(ann)]);
    });
    expect(blockEventsOf(eves)).toEqual([]);
  });
});
