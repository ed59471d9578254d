import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startPosts, type PostsFixture, type Poster } from './posts.fixture.ts';

let posts: PostsFixture;
let sender: Poster;
let viewer: Poster;
let plan: string;
beforeAll(async () => {
  posts = await startPosts();
  [sender, viewer] = await Promise.all([posts.poster(), posts.poster()]);
  plan = await posts.offer(sender);
});

type Shape = Parameters<PostsFixture['insert']>[1];

async function made(shape: Shape = { file: 'ready' }): Promise<string> {
  const [post] = await posts.insert(sender, shape);
  return post?.mediaId ?? '';
}

async function changed(mediaId: string, body: unknown) {
  const { data } = await posts.change(sender, mediaId, body);
  expect(data.message).toBe('Media updated successfully');
  const { is_locked: isLocked, plan_id: planId, visibility } = (await posts.getPost(sender, mediaId)).data;
  return { isLocked, planId, visibility };
}

const isFoundBy = async (by: Poster, mediaId: string) => (await posts.getPost(by, mediaId)).status === 200;

describe('PATCH /media/update (X-27)', () => {
  it('AU-37, SU-01: locks with a plan of the caller and stores private whatever `visibility` is', async () => {
    const id = await made();
    const body = { is_locked: true, plan_id: plan, visibility: 'public' };
    expect(await changed(id, body)).toEqual({ isLocked: true, planId: plan, visibility: 'private' });
    const { data } = await posts.getPost(viewer, id);
    expect(data).toMatchObject({ can_view: false, media_url: null, original_filename: null });
  });

  it('unlocking clears the plan; the post stays private unless the update changes it', async () => {
    const id = await made({ isLocked: true });
    expect(await changed(id, { is_locked: false, plan_id: plan })).toEqual({
      isLocked: false,
      planId: null,
      visibility: 'private',
    });
    expect(await isFoundBy(viewer, id)).toBe(false);
    expect(await changed(id, { visibility: 'public' })).toMatchObject({ visibility: 'public' });
    expect(await isFoundBy(viewer, id)).toBe(true);
  });

  it('unlocks for all users immediately', async () => {
    const id = await made({ isLocked: true });
    await changed(id, { is_locked: false, plan_id: null, visibility: 'public' });
    expect((await posts.getPost(viewer, id)).data).toMatchObject({ can_view: true, plan_id: null });
  });

  it('keeps a locked post private when only visibility is sent', async () => {
    const id = await made({ isLocked: true });
    expect(await changed(id, { visibility: 'public' })).toMatchObject({
      isLocked: true,
      visibility: 'private',
    });
  });

  it('changes the plan of a locked post, and keeps a plan that is no longer sold', async () => {
    const id = await made();
    const [old, other] = [await posts.offer(sender), await posts.offer(sender)];
    await changed(id, { is_locked: true, plan_id: old });
    await sql`UPDATE plans SET archived_at = now() WHERE plan_id = ${old}`.execute(posts.database.db);
    expect(await changed(id, { is_locked: true, plan_id: old })).toMatchObject({ planId: old });
    expect(await changed(id, { is_locked: true })).toMatchObject({ planId: old });
    expect(await changed(id, { plan_id: other })).toMatchObject({ isLocked: true, planId: other });
  });

  it.each([
    ['nothing', {}],
    ['an array', []],
    ['null', null],
    ['a text', 'public'],
    ['an unknown field', { is_locked: false, caption: 'New words' }],
    ['a lock that is not a boolean', { is_locked: 'true' }],
    ['a lock that is null', { is_locked: null }],
    ['a plan that is a number', { is_locked: true, plan_id: 7 }],
    ['a malformed plan id', { is_locked: true, plan_id: 'monthly' }],
    ['an unknown visibility', { visibility: 'friends' }],
    ['a visibility that is null', { visibility: null }],
  ])('ME-12: refuses %s', async (_what, body) => {
    const id = await made();
    const refused = await posts.change(sender, id, body);
    expect(refused.status).toBe(400);
    expect(refused.error).toMatchObject({
      detail: 'Invalid media ID or parameters',
      code: 'invalid_media_update',
    });
  });

  it.each(['nonsense', 'ad_0123456789abcdef01234567', '0123456789ABCDEF01234567', 'a'.repeat(70)])(
    'ME-12: refuses the id %s',
    async (id) => {
      const refused = await posts.change(sender, id, { visibility: 'public' });
      expect([refused.status, refused.error.code]).toEqual([400, 'invalid_media_update']);
    },
  );

  it.each(['', '{"visibility":', '{"visibility":"pub\\u0000lic"}', '{"__proto__":{}}'])(
    'ME-12: refuses a body that is no JSON: %s',
    async (body) => {
      const response = await fetch(`${posts.url}/media/update/${await made()}`, {
        method: 'PATCH',
        headers: {
          [API_KEY_HEADER]: DEFAULT_API_KEY,
          authorization: `Bearer ${sender.token}`,
          'content-type': 'application/json',
        },
        body,
      });
      const { code, detail }: { code?: string; detail?: string } = JSON.parse(await response.text());
      expect([response.status, code, detail]).toEqual([
        400,
        'invalid_media_update',
        'Invalid media ID or parameters',
      ]);
    },
  );

  it('ME-12: refuses another user’s plan, and a plan for a post that stays unlocked', async () => {
    const id = await made();
    const others = await posts.offer(viewer);
    for (const body of [{ is_locked: true, plan_id: others }, { plan_id: plan }]) {
      expect((await posts.change(sender, id, body)).error.code).toBe('invalid_media_update');
    }
  });

  it.each([{ is_locked: true }, { is_locked: true, plan_id: null }, { is_locked: true, plan_id: '' }])(
    'ME-09: refuses a lock without a plan: %j',
    async (body) => {
      const refused = await posts.change(sender, await made(), body);
      expect(refused.status).toBe(400);
      expect(refused.error).toMatchObject({
        detail: 'Please select a plan for locked media',
        code: 'plan_required_for_media',
      });
    },
  );

  it('ME-09: refuses to remove only the plan of a locked post', async () => {
    const refused = await posts.change(sender, await made({ isLocked: true }), { plan_id: null });
    expect(refused.error.code).toBe('plan_required_for_media');
  });

  it('X-02: refuses to lock a text-only post', async () => {
    const refused = await posts.change(sender, await made({}), { is_locked: true, plan_id: plan });
    expect(refused.status).toBe(400);
    expect(refused.error.code).toBe('locked_needs_file');
  });

  it('ME-13, ME-14: others’ posts return forbidden if the caller may find them, and not found otherwise', async () => {
    const body = { visibility: 'private' };
    const refused = await posts.change(viewer, await made(), body);
    expect(refused.status).toBe(403);
    expect(refused.error).toMatchObject({
      detail: 'Not authorized to update this media',
      code: 'not_authorized_to_update',
    });
    const blocked = await posts.poster();
    await posts.block(sender, blocked);
    const unknown = [
      await posts.change(viewer, await made({ visibility: 'private' }), body),
      await posts.change(blocked, await made(), body),
      await posts.change(viewer, '0123456789abcdef01234567', body),
    ];
    for (const { status, error } of unknown) {
      expect(status).toBe(404);
      expect(error).toMatchObject({ detail: 'Media not found', code: 'media_not_found' });
    }
  });

  it('ME-10: refuses guests', async () => {
    const refused = await posts.change(await posts.posterGuest(), await made(), { visibility: 'public' });
    expect([refused.status, refused.error.code]).toEqual([403, 'upload_needs_account']);
  });

  it('SV-68: the number of public posts stays correct, also under concurrent changes', async () => {
    const own = await posts.poster();
    const ownPlan = await posts.offer(own);
    const [post] = await posts.insert(own, { file: 'ready' });
    const id = post?.mediaId ?? '';
    const count = async () => {
      const { rows } = await sql<{ n: number }>`
        SELECT public_posts AS n FROM creator_totals WHERE user_id = ${own.userId}`.execute(
        posts.database.db,
      );
      return rows[0]?.n;
    };
    expect(await count()).toBe(1);
    await posts.change(own, id, { is_locked: true, plan_id: ownPlan });
    expect(await count()).toBe(0);
    await posts.change(own, id, { is_locked: false, visibility: 'public' });
    expect(await count()).toBe(1);
    const bodies = Array.from({ length: 12 }, (_, n) => ({ visibility: n % 2 ? 'public' : 'private' }));
    await Promise.all(bodies.map((body) => posts.change(own, id, body)));
    const { visibility } = (await posts.getPost(own, id)).data;
    expect(await count()).toBe(visibility === 'public' ? 1 : 0);
  });
});
