import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { startFollows } from './follows.fixture.ts';

async function startThree() {
  const fixture = await startFollows();
  const [ann, ben, eve] = [await fixture.person(), await fixture.person(), await fixture.person()];
  return { ...fixture, ann, ben, eve };
}

describe('following', () => {
  it('SV-67, SV-12: returns the followed users, newest first, like GET /users/me', async () => {
    const { ann, ben, eve, follow, unfollow, following } = await startThree();
    const first = await follow(ann, ben);
    expect([first.status, first.data]).toEqual([
      200,
      { message: 'User followed successfully', following: [ben.username] },
    ]);
    expect((await follow(ann, { username: ` ${eve.username.toUpperCase()} ` })).data.following).toEqual([
      eve.username,
      ben.username,
    ]);
    expect(await following(ann)).toEqual([eve.username, ben.username]);
    expect(await following(ben)).toEqual([]);
    expect((await unfollow(ann, eve)).data).toEqual({
      message: 'User unfollowed successfully',
      following: [ben.username],
    });
    expect(await following(ann)).toEqual([ben.username]);
  });

  it('SV-67: guests can follow and be followed', async () => {
    const { ann, guest, follow, following } = await startThree();
    const visitor = await guest();
    expect((await follow(visitor, ann)).data.following).toEqual([ann.username]);
    expect((await follow(ann, visitor)).data.following).toEqual([visitor.username]);
    expect(await following(visitor)).toEqual([ann.username]);
  });

  it('SV-67: refuses following oneself, duplicates, missing follows and unknown users with these texts', async () => {
    const { ann, ben, follow, unfollow } = await startThree();
    const nobody = { username: 'nobody.of.this.name' };
    const early = await unfollow(ann, ben);
    await follow(ann, ben);
    for (const [answer, status, code, detail] of [
      [await follow(ann, ann), 400, 'cannot_follow_self', 'You cannot follow yourself'],
      [await unfollow(ann, ann), 400, 'cannot_follow_self', 'You cannot follow yourself'],
      [await follow(ann, ben), 400, 'already_following', 'Already following'],
      [early, 400, 'not_following', 'Not following'],
      [await unfollow(ben, ann), 400, 'not_following', 'Not following'],
      [await follow(ann, nobody), 404, 'user_not_found', 'User not found'],
      [await unfollow(ann, nobody), 404, 'user_not_found', 'User not found'],
    ] as const)
      expect([answer.status, answer.error]).toEqual([status, { code, detail }]);
  });

  it('SV-67: a suspended user cannot be followed, but can be unfollowed', async () => {
    const { ann, ben, eve, follow, unfollow, following, database } = await startThree();
    await follow(ann, ben);
    for (const { username } of [ben, eve])
      await database.db
        .updateTable('users')
        .set({ suspended_at: new Date() })
        .where('username', '=', username)
        .execute();
    for (const someone of [ben, eve]) {
      const refused = await follow(ann, someone);
      expect([refused.status, refused.error]).toEqual([
        404,
        { code: 'user_not_found', detail: 'User not found' },
      ]);
    }
    expect((await unfollow(ann, ben)).status).toBe(200);
    expect(await following(ann)).toEqual([]);
  });

  it('SV-67: concurrent follows are stored once', async () => {
    const { ann, ben, follow, unfollow, following } = await startThree();
    const answers = await Promise.all(Array.from({ length: 10 }, () => follow(ann, ben)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await following(ann)).toEqual([ben.username]);
    const undone = await Promise.all(Array.from({ length: 10 }, () => unfollow(ann, ben)));
    expect(undone.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await following(ann)).toEqual([]);
  });
});

describe('blocks and follows', () => {
  it('RP-20: a block removes follows in both directions and prevents new ones', async () => {
    const { ann, ben, eve, follow, unfollow, following, block, unblock } = await startThree();
    await follow(ann, ben);
    await follow(ben, ann);
    await follow(ann, eve);
    await follow(eve, ben);
    await block(ben, ann);
    expect([await following(ann), await following(ben), await following(eve)]).toEqual([
      [eve.username],
      [],
      [ben.username],
    ]);
    for (const answer of [await follow(ann, ben), await follow(ben, ann)])
      expect([answer.status, answer.error]).toEqual([
        403,
        { code: 'cannot_follow', detail: 'You cannot follow this user' },
      ]);
    expect((await unfollow(ann, ben)).error.code).toBe('not_following');
    await unblock(ben, ann);
    expect(await following(ann)).toEqual([eve.username]);
    expect((await follow(ann, ben)).data.following).toEqual([ben.username, eve.username]);
  });

  it('RP-20: no follow survives a concurrent block', async () => {
    const { ann, ben, follow, following, block, unblock } = await startThree();
    for (let round = 0; round < 15; round += 1) {
      const [blocked] = await Promise.all([block(ann, ben), follow(ann, ben), follow(ben, ann)]);
      expect(blocked.status).toBe(200);
      expect([await following(ann), await following(ben)]).toEqual([[], []]);
      await unblock(ann, ben);
    }
  });
});

it('SV-13: a deleted account follows no account and has no followers', async () => {
  const { ann, ben, eve, client, follow, following, database } = await startThree();
  await follow(ann, ben);
  await follow(ben, eve);
  await follow(ann, eve);
  expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, ben)).status).toBe(200);
  expect(await following(ann)).toEqual([eve.username]);
  expect((await follow(ann, ben)).error.code).toBe('user_not_found');
  const left = await database.db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.followed_id')
    .select('follower_id')
    .where('username', '=', eve.username)
    .execute();
  expect(left).toHaveLength(1);
});
