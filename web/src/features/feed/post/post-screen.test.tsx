import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { minutesAgo, refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { relationKeys } from '../../relations/relations.queries.ts';
import { postServer } from '../feed-page.fixture.tsx';
import { mediaIdOf, photoOf, postOf } from '../post.fixture.ts';
import { PostScreen } from './post-screen.tsx';

const POST = `GET /feed/post/${mediaIdOf(1)}`;
const show = (answer: () => ReturnType<RequestHandler>, answers = {}) =>
  showPeople(
    () => <PostScreen mediaId={mediaIdOf(1)} />,
    postServer({ [POST]: answer, ...answers }),
    'asha',
    `/post/${mediaIdOf(1)}`,
  );

describe('the screen of a post', () => {
  it('shows the post with its comments, and a link to the feed', async () => {
    await show(() => ({ body: postOf(1) }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Post of riya' })).toBeTruthy();
    expect(screen.getByText('words 1')).toBeTruthy();
    expect(await screen.findByText('No comments yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Feed' }).getAttribute('href')).toBe('/v1?tab=feed');
    expect(document.title).toContain('Post of riya');
  });

  it.each([
    [404, 'media_not_found'],
    [400, 'invalid_media_id'],
  ])('SV-54: shows that there is no such post (%i)', async (status, code) => {
    await show(() => refused(status, 'Media not found', code));
    expect(await screen.findByRole('heading', { name: 'Media not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the feed' })).toBeTruthy();
  });

  it('shows a failure to load, and retries', async () => {
    const page = await show(() => refused(403, 'x'));
    expect(await screen.findByRole('heading', { name: 'Failed to load media' })).toBeTruthy();
    page.answers(postServer({ [POST]: () => ({ body: postOf(1) }) }));
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('words 1')).toBeTruthy();
  });

  it('FE-10: a locked post offers a subscription', async () => {
    await show(() => ({ body: photoOf(1, { can_view: false, is_locked: true, media_url: null }) }));
    expect(await screen.findByRole('button', { name: 'Subscribe to see' })).toBeTruthy();
    expect(screen.getByText('Comments open with the post.')).toBeTruthy();
  });

  it('NT-02: a link to a comment loads up to it, shows it and marks it', async () => {
    const seen = vi.fn();
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(seen);
    const commentOf = (n: number) => ({
      comment_id: mediaIdOf(n),
      username: 'kabir',
      display_name: 'Kabir',
      avatar: null,
      comment: `comment ${n}`,
      created_at: minutesAgo(n),
      can_delete: false,
    });
    const first = Array.from({ length: 20 }, (_, n) => commentOf(100 + n));
    await showPeople(
      () => <PostScreen mediaId={mediaIdOf(1)} />,
      postServer({
        [POST]: () => ({ body: postOf(1) }),
        'GET /media/comments': (path) => ({
          body: { comments: path.includes('before') ? [commentOf(200)] : first, total_count: 21 },
        }),
      }),
      'asha',
      `/post/${mediaIdOf(1)}#comment-${mediaIdOf(200)}`,
    );
    const linked = (await screen.findByText('comment 200')).closest('li');
    await waitFor(() => expect(seen.mock.contexts).toContain(linked));
    expect(linked?.className).toContain('bg-marigold-wash');
    expect(screen.getByText('comment 100').closest('li')?.className).not.toContain('bg-marigold-wash');
  });

  it('RP-19: disappears when the sender is blocked', async () => {
    const page = await show(() => ({ body: postOf(1) }));
    await screen.findByText('words 1');
    page.client.setQueryData(relationKeys.check('riya'), { is_blocked: true, blocked_by_me: true });
    expect(await screen.findByRole('heading', { name: 'Media not found' })).toBeTruthy();
    expect(screen.queryByText('words 1')).toBeNull();
  });

  it('ME-16: deleting an own post leads to the feed', async () => {
    const page = await show(() => ({ body: postOf(1, { is_own: true, sender_username: 'asha' }) }), {
      [`DELETE /media/delete/${mediaIdOf(1)}`]: () => ({ body: { message: 'ok' } }),
    });
    await page.person.click(await screen.findByRole('button', { name: 'More about the post of asha' }));
    await page.person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this post?' }));
    await page.person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(page.where()).toBe('/v1'));
  });
});
