import type { Post } from '@adda/contract/feed';
import { MEDIA_CHANGE_TIMEOUT_MS } from '@adda/contract/feed/limits';
import { screen, waitFor, within } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { postKeys } from '../post-keys.ts';
import { ownPost } from './upload.fixture.tsx';
import { useDeleteMedia } from './use-delete-media.ts';

const posts = ['1', '2', '3'].map((digit) => ownPost({ media_id: digit.repeat(24) }));
const middle = posts[1] ?? ownPost();
const call = `DELETE /media/delete/${middle.media_id}`;

function Stage() {
  const { ask, dialogs } = useDeleteMedia();
  return (
    <>
      <button type="button" onClick={() => ask(middle)}>
        delete
      </button>
      {dialogs}
    </>
  );
}

const held = (client: QueryClient) => {
  const feed = client.getQueryData<{ pages: { posts: Post[] }[] }>(postKeys.feed());
  const media = client.getQueryData<{ pages: { media: Post[]; total_count: number }[] }>(
    postKeys.media('asha'),
  );
  const idOf = ({ media_id: id }: Post) => id[0];
  return {
    feed: feed?.pages.flatMap((page) => page.posts.map(idOf)),
    media: media?.pages.flatMap((page) => page.media.map(idOf)),
    count: media?.pages[0]?.total_count,
  };
};
const everything = { feed: ['1', '2', '3'], media: ['1', '2', '3'], count: 3 };
const without = { feed: ['1', '3'], media: ['1', '3'], count: 2 };

/** Renders a feed and a media list of three posts. */
async function open(answering: RequestHandler) {
  const page = await showPeople(() => <Stage />, answering);
  page.client.setQueryData(postKeys.feed(), {
    pages: [{ posts, next: undefined }],
    pageParams: [{ skip: 0 }],
  });
  page.client.setQueryData(postKeys.media('asha'), {
    pages: [{ media: posts, total_count: 3 }],
    pageParams: [''],
  });
  await page.person.click(await screen.findByRole('button', { name: 'delete' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete this post?' }));
  return { ...page, dialog };
}

describe('deleting a post', () => {
  it('ME-16: asks for confirmation, and Cancel changes nothing', async () => {
    const { dialog, person, client, asked } = await open(() => ({ body: { message: 'ok' } }));
    expect(dialog.getByText('Are you sure you want to delete this media?')).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(held(client)).toEqual(everything);
    expect(asked(call)).toHaveLength(0);
  });

  it('ME-17, ME-18, CO-09: it disappears everywhere immediately; the request may take 15 s', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    const { dialog, person, client, asked } = await open(() => ({ body: { message: 'ok' } }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(held(client)).toEqual(without);
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'Your post is deleted.' }]));
    expect(held(client)).toEqual(without);
    expect(asked(call)).toHaveLength(1);
    expect(limit).toHaveBeenCalledWith(MEDIA_CHANGE_TIMEOUT_MS);
    expect(client.getQueryState(postKeys.media('asha'))?.isInvalidated).toBe(true);
  });

  it.each([
    ['ME-19', 400, 'Invalid media ID'],
    ['ME-20', 403, 'Not authorized to delete this media'],
    ['ME-22', 500, 'Failed to delete media'],
  ])('%s, ME-17: after %i it is rolled back, and the reason is shown', async (_id, status, text) => {
    const { dialog, person, client } = await open(() => refused(status, 'something', 'whatever'));
    const seen = new Set<string | undefined>();
    client.getQueryCache().subscribe(() => seen.add(held(client).feed?.join('')));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toast.current()).toMatchObject([{ text, tone: 'problem' }]));
    expect([...seen]).toEqual(['13', '123']);
    expect(held(client)).toEqual(everything);
  });

  it('ME-21: a post that is already deleted is reported, and stays removed', async () => {
    const { dialog, person, client } = await open(() => refused(404, 'Media not found', 'media_not_found'));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'Media not found' }]));
    expect(held(client)).toEqual(without);
  });

  it('R-04: after a lost response it is requested, because it may have been deleted', async () => {
    const page = await open(() => refused(404, 'Media not found', 'media_not_found'));
    const { dialog, person, client, asked } = page;
    const answer = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      init?.method === 'DELETE' ? Promise.reject(new TypeError('no network')) : answer(input, init),
    );
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'Failed to delete media' }]));
    await waitFor(() => expect(held(client)).toEqual(without));
    expect(asked(`GET /feed/post/${middle.media_id}`)).toHaveLength(1);
  });
});
