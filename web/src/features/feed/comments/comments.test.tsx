import type { PostComment } from '@adda/contract/feed';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { minutesAgo, refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import type { TestResponse } from '../../../test/answering-server.ts';
import { toast } from '../../../ui/toast-store.ts';
import { PostDialogs } from '../dialogs/post-dialogs.tsx';
import { postServer, queryOf } from '../feed-page.fixture.tsx';
import { patchPost } from '../post-cache.ts';
import { mediaIdOf, postOf } from '../post.fixture.ts';
import { CommentsDialog } from '../dialogs/open-post-dialog.tsx';

const LIST = 'GET /media/comments';
const ADD = 'POST /media/comment';

const commentOf = (n: number, given: Partial<PostComment> = {}): PostComment => ({
  comment_id: mediaIdOf(1000 + n),
  username: 'kabir',
  display_name: 'Kabir',
  avatar: null,
  comment: `comment ${n}`,
  created_at: minutesAgo(n),
  can_delete: false,
  ...given,
});

const server = (comments: PostComment[], answers: Record<string, () => TestResponse> = {}): RequestHandler =>
  postServer({
    [`GET /feed/post/${mediaIdOf(1)}`]: () => ({ body: postOf(1, { comment_count: comments.length }) }),
    [LIST]: () => ({ body: { comments, total_count: comments.length } }),
    ...answers,
  });

/** A different account for each test, because drafts are kept per account. */
let people = 0;

const show = (answering: RequestHandler, as = `asha${(people += 1)}`) =>
  showPeople(
    () => (
      <PostDialogs>
        <CommentsDialog post={postOf(1)} onClose={() => undefined} />
      </PostDialogs>
    ),
    answering,
    as,
  );
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' });
const send = () => screen.getByRole('button', { name: 'Send comment' });

describe('the comments of a post', () => {
  it('FT-01: are shown with their formatting', async () => {
    await show(server([commentOf(1, { comment: '> why\n_because_ ||of tea||' })]));
    expect((await screen.findByText('because')).localName).toBe('em');
    expect(screen.getByText('why').localName).toBe('blockquote');
    expect(screen.getByRole('button', { name: 'Hidden text, press to show' })).toBeTruthy();
    expect(screen.queryByText(/of tea/, { ignore: '[aria-hidden]' })).toBeNull();
  });

  it('Q-27, SV-61: are listed in the order of the server, and older ones are appended', async () => {
    const first = Array.from({ length: 20 }, (_, n) => commentOf(n + 1));
    const page = await show(
      postServer({
        [LIST]: (path) =>
          queryOf(path).before === undefined
            ? { body: { comments: first, total_count: 21 } }
            : { body: { comments: [commentOf(21)], total_count: 21 } },
      }),
    );
    await screen.findByText('comment 1');
    await page.person.click(screen.getByRole('button', { name: 'Older comments' }));
    expect(await screen.findByText('comment 21')).toBeTruthy();
    expect(queryOf(page.asked(LIST).at(-1)?.path)).toEqual({
      media_id: mediaIdOf(1),
      limit: '20',
      before: mediaIdOf(1020),
    });
    expect(screen.queryByRole('button', { name: 'Older comments' })).toBeNull();
  });

  it('shows that there are none yet', async () => {
    await show(server([]));
    expect(await screen.findByText('No comments yet')).toBeTruthy();
  });

  it('shows a failure to load, and retries', async () => {
    const page = await show(server([], { [LIST]: () => refused(400, 'x') }));
    expect(await screen.findByText('Failed to load comments')).toBeTruthy();
    page.answers(server([commentOf(1)]));
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('comment 1')).toBeTruthy();
  });

  it('are reloaded when another user comments', async () => {
    const page = await show(server([commentOf(1)]));
    await screen.findByText('comment 1');
    page.answers(server([commentOf(2), commentOf(1)]));
    patchPost(page.client, mediaIdOf(1), (post) => ({ ...post, comment_count: 2 }));
    expect(await screen.findByText('comment 2')).toBeTruthy();
  });
});

describe('writing a comment', () => {
  it('FE-51, SV-62: appears immediately, also for guests', async () => {
    const page = await show(
      server([commentOf(1)], {
        [ADD]: () => ({ status: 201, body: { message: 'ok', comment_id: mediaIdOf(7), comment_count: 2 } }),
      }),
      '_guest-ivy',
    );
    await screen.findByText('comment 1');
    await page.person.type(await field(), 'lovely{Enter}');
    expect(await screen.findByText('lovely')).toBeTruthy();
    await waitFor(() => expect(page.asked(ADD)).toHaveLength(1));
    expect(page.asked(ADD)[0]?.body).toEqual({
      media_id: mediaIdOf(1),
      comment: 'lovely',
      comment_key: expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/),
    });
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(page.asked('POST /media/comment')).toHaveLength(1);
  });

  it.each(['', '   ', '\u200b'])('FE-49: must not be empty (%j)', async (text) => {
    const page = await show(server([]));
    fireEvent.change(await field(), { target: { value: text } });
    await page.person.click(send());
    expect(await screen.findByText('Comment cannot be empty')).toBeTruthy();
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
    expect(page.asked(ADD)).toHaveLength(0);
  });

  it('FE-50, CO-44: counts to 500 and accepts no more', async () => {
    const page = await show(server([]));
    expect(await screen.findByText('0 / 500')).toBeTruthy();
    await page.person.type(await field(), 'tea');
    expect(screen.getByText('3 / 500')).toBeTruthy();
    expect((await field()).maxLength).toBe(500);
  });

  it.each([
    ['FE-58', refused(400, 'Comment cannot be empty', 'comment_empty'), 'Comment cannot be empty'],
    ['FE-59, ER-04', refused(500, ''), 'Failed to add comment'],
  ])('%s: the text is kept on failure', async (_id, answer, text) => {
    const page = await show(server([], { [ADD]: () => answer }));
    await page.person.type(await field(), 'lovely');
    await page.person.click(send());
    expect(await screen.findByText(text)).toBeTruthy();
    expect((await field()).value).toBe('lovely');
    expect(screen.getByText('6 / 500')).toBeTruthy();
  });

  it('SV-62: a retry after a lost response has the same key; another text and the next comment have a new one', async () => {
    const page = await show(server([], { [ADD]: () => ({ isLost: true }) }));
    const said = async (text: string) => {
      const before = page.asked(ADD).length;
      fireEvent.change(await field(), { target: { value: text } });
      await page.person.click(send());
      await waitFor(() => expect(page.asked(ADD)).toHaveLength(before + 1));
      await waitFor(async () => expect((await field()).readOnly).toBe(false));
      return page.asked(ADD).at(-1)?.body as { comment_key: string }; // as the contract defines it
    };
    const first = await said('lovely');
    expect(await said('lovely')).toEqual(first);
    const other = await said('lovely!');
    expect(other.comment_key).not.toBe(first.comment_key);
    page.answers(
      server([], {
        [ADD]: () => ({ status: 201, body: { message: 'ok', comment_id: mediaIdOf(7), comment_count: 1 } }),
      }),
    );
    expect(await said('lovely!')).toEqual(other);
    expect((await said('lovely!')).comment_key).not.toBe(other.comment_key);
  });

  it.each([
    ['with a mouse the input has the focus', true],
    ['on a touch screen the input has no focus', false],
  ])('SH-50: %s', async (_how, isFine) => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), {
        matches: media === '(pointer: fine)' && isFine,
        media,
        onchange: null,
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
    );
    await show(server([]));
    expect(document.activeElement === (await field())).toBe(isFine);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('a draft is kept when the dialog opens again', async () => {
    const page = await show(server([]), 'kabir');
    await page.person.type(await field(), 'half a');
    page.unmount();
    await show(server([]), 'kabir');
    expect((await field()).value).toBe('half a');
  });
});

describe('deleting a comment', () => {
  const REMOVE = `DELETE /media/comment/${mediaIdOf(1001)}`;
  const mine = commentOf(1, { can_delete: true });

  it('SV-63: asks for confirmation; is offered only where it is allowed', async () => {
    const page = await show(
      server([mine, commentOf(2)], { [REMOVE]: () => ({ body: { message: 'ok', comment_count: 1 } }) }),
    );
    await screen.findByText('comment 1');
    const buttons = screen.getAllByRole('button', { name: 'Delete the comment of Kabir' });
    expect(buttons).toHaveLength(1);
    await page.person.click(buttons[0] ?? document.body);
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this comment?' }));
    expect(page.asked(REMOVE)).toHaveLength(0);
    page.answers(server([commentOf(2)], { [REMOVE]: () => ({ body: { message: 'ok', comment_count: 1 } }) }));
    await page.person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('comment 1')).toBeNull());
    expect(page.asked(REMOVE)).toHaveLength(1);
  });

  it.each([
    ['Not authorized to delete this comment', 'Not authorized to delete this comment'],
    ['', 'Failed to delete comment'],
  ])('FE-58: shows why it failed (%j)', async (detail, text) => {
    const page = await show(server([mine], { [REMOVE]: () => refused(403, detail) }));
    await page.person.click(await screen.findByRole('button', { name: 'Delete the comment of Kabir' }));
    await page.person.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toast.current()).toMatchObject([{ text, tone: 'problem' }]));
    expect(screen.getByText('comment 1')).toBeTruthy();
  });
});
