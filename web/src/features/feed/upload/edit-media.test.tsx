import { MEDIA_CHANGE_TIMEOUT_MS } from '@adda/contract/feed/limits';
import type { Post } from '@adda/contract/feed';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { postKeys } from '../post-keys.ts';
import { EditMediaDialog } from './edit-media-dialog.tsx';
import { mediaProblems } from './change-media.ts';
import { ownPost } from './upload.fixture.tsx';
import { planOf } from '../../creators/creators.fixture.ts';

const gold = planOf('Gold');
const call = `PATCH /media/update/${ownPost().media_id}`;

const answering =
  (update: ReturnType<RequestHandler> = { body: { message: 'ok' } }): RequestHandler =>
  ({ method }) =>
    method === 'PATCH' ? update : { body: [gold] };

async function open(post: Post = ownPost(), answer = answering(), as = 'asha') {
  const onClose = vi.fn();
  const page = await showPeople(() => <EditMediaDialog post={post} onClose={onClose} />, answer, as);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit post' }));
  const lock = () => dialog.getByRole<HTMLInputElement>('checkbox');
  return { ...page, dialog, onClose, lock };
}

describe('editing a post', () => {
  it('ME-09, ME-11, X-27, SH-36: a lock needs a plan; the three fields are sent and shown immediately', async () => {
    const { dialog, person, client, asked, lock, onClose } = await open();
    client.setQueryData(postKeys.feed(), {
      pages: [{ posts: [ownPost()], next: undefined }],
      pageParams: [{}],
    });
    await waitFor(() => expect(lock().disabled).toBe(false));
    await person.click(lock());
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Please select a plan for locked media')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Plan'));
    expect(asked(call)).toHaveLength(0);
    await person.selectOptions(dialog.getByLabelText('Plan'), 'Gold · $5 for 30 days');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const change = { is_locked: true, plan_id: gold.plan_id, visibility: 'private' };
    expect(asked(call).map(({ body }) => body)).toEqual([change]);
    expect(client.getQueryData(postKeys.feed())).toMatchObject({ pages: [{ posts: [change] }] });
  });

  it('ME-11, X-27: unlocking sends no plan; a post that was private because of its lock becomes public, and the dialog says so', async () => {
    const locked = ownPost({ is_locked: true, plan_id: gold.plan_id, visibility: 'private' });
    const { dialog, person, asked, lock, onClose } = await open(locked);
    const note = dialog.getByRole('status');
    const visibility = dialog.getByLabelText<HTMLSelectElement>('Visibility');
    expect(lock().checked).toBe(true);
    expect([visibility.value, note.textContent]).toEqual(['private', '']);
    await person.click(lock());
    expect(visibility.value).toBe('public');
    expect(note.textContent).toBe('Without the lock, everybody sees what is in it.');
    await person.selectOptions(visibility, 'Private: only you');
    expect(note.textContent).toBe('Without the lock, only you see this post.');
    await person.selectOptions(visibility, 'Public: everybody');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(asked(call)[0]?.body).toEqual({ is_locked: false, plan_id: null, visibility: 'public' });
  });

  it('FE-15: a private post stays private when a lock is set and removed again', async () => {
    const { dialog, person, lock } = await open(ownPost({ visibility: 'private' }));
    await waitFor(() => expect(lock().disabled).toBe(false));
    const visibility = dialog.getByLabelText<HTMLSelectElement>('Visibility');
    await person.click(lock());
    await person.click(lock());
    expect([visibility.value, dialog.getByRole('status').textContent]).toEqual(['private', '']);
  });

  it('ME-24: the media list is reloaded', async () => {
    const { dialog, person, client, onClose } = await open();
    client.setQueryData(postKeys.media('asha'), { pages: [], pageParams: [] });
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(client.getQueryState(postKeys.media('asha'))?.isInvalidated).toBe(true);
  });

  it.each([
    ['ME-12', 400, 'invalid_media_update', 'Invalid media ID or parameters'],
    ['ME-09', 400, 'plan_required_for_media', 'Please select a plan for locked media'],
    ['X-02', 400, 'locked_needs_file', 'Only a photo or a video can be locked'],
    ['ME-13', 403, 'not_authorized_to_update', 'Not authorized to update this media'],
    ['ME-10', 403, 'upload_needs_account', 'Upgrade to permanent user'],
    ['ME-14', 404, 'media_not_found', 'Media not found'],
  ])('%s: %i shows its own text, and the dialog stays open', async (_id, status, code, text) => {
    const { dialog, person, onClose } = await open(ownPost(), answering(refused(status, text, code)));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(text);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('ME-15: any other failure is ‘Failed to update media’, with the detail', async () => {
    const { dialog, person } = await open(
      ownPost(),
      answering(refused(500, 'Storage is full.', 'storage_full')),
    );
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText('Failed to update media')).toBeTruthy();
    expect(alert.getByText('Storage is full.')).toBeTruthy();
  });

  it('CO-09: times out after 15 s', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    const { dialog, person, onClose } = await open();
    limit.mockClear();
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(MEDIA_CHANGE_TIMEOUT_MS).toBe(15_000);
    expect(limit).toHaveBeenCalledWith(15_000);
  });

  it('ME-05, X-49: without a plan a post can’t be locked', async () => {
    const { dialog, lock } = await open(ownPost(), () => ({ body: [] }));
    expect(await dialog.findByText('Create a plan first; then you can lock posts.')).toBeTruthy();
    expect(lock().disabled).toBe(true);
  });

  it('X-02: a text post can’t be locked', async () => {
    const { dialog, lock } = await open(ownPost({ has_media: false }));
    expect(await dialog.findByText('Only a photo or a video can be locked')).toBeTruthy();
    expect(lock().disabled).toBe(true);
  });

  it('FE-21: an invalid visibility is refused', () => {
    const problems = mediaProblems({ isLocked: false, planId: '', visibility: 'friends' });
    expect(problems.visibility).toBe('Invalid visibility setting');
  });

  it('ME-10: guests read ‘Upgrade to permanent user’', async () => {
    const { dialog } = await open(ownPost(), answering(), '_guest-kabir');
    expect(dialog.getByText('Upgrade to permanent user')).toBeTruthy();
    expect(dialog.queryByRole('checkbox')).toBeNull();
  });
});
