import { INLINE_UPLOAD_MAX_BYTES } from '@adda/contract/feed/limits';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { ProfileUpload } from './profile-upload-dialog.tsx';
import { chooseFile, fileOf, holdUploads } from './upload.fixture.tsx';
import { planOf } from '../../creators/creators.fixture.ts';

const offering =
  (...plans: unknown[]): RequestHandler =>
  () => ({ body: plans });

async function open(answering: RequestHandler = offering(planOf('Gold')), as = 'asha') {
  const sent = holdUploads();
  const page = await showPeople(() => <ProfileUpload isOpen onClose={vi.fn()} />, answering, as);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a post' }));
  return { ...page, dialog, sent };
}

const postButton = () => screen.getByRole('button', { name: 'Post' });
const lock = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Lock this post for subscribers' });

describe('posting from the profile', () => {
  it('ME-01, ME-03: a file of up to 10 MB is required, with a caption of up to 500 characters', async () => {
    const { dialog, person, sent } = await open();
    const caption = dialog.getByLabelText<HTMLTextAreaElement>('Caption');
    expect(caption.maxLength).toBe(500);
    await person.type(caption, 'rain');
    await person.click(postButton());
    expect(dialog.getByRole('alert').textContent).toBe('Please select a file');
    chooseFile(fileOf('film.mov', 'video/quicktime', INLINE_UPLOAD_MAX_BYTES + 1));
    expect(dialog.getByRole('alert').textContent).toBe('File size exceeds 10MB limit');
    expect(sent).toHaveLength(0);
  });

  it('ME-02, ME-06: a locked post needs a plan and is sent to /media/upload with it', async () => {
    const { dialog, person, sent } = await open();
    chooseFile(fileOf('rain.jpg', 'image/jpeg'));
    await waitFor(() => expect(lock().disabled).toBe(false));
    await person.click(lock());
    await person.click(postButton());
    const plan = dialog.getByLabelText<HTMLSelectElement>('Plan');
    expect(dialog.getByText('Please select a plan for locked content')).toBeTruthy();
    expect(document.activeElement).toBe(plan);
    expect(sent).toHaveLength(0);
    await person.selectOptions(plan, 'Gold · $5 for 30 days');
    await person.click(postButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.path).toBe('/media/upload');
    expect(Object.fromEntries(sent[0]?.form ?? [])).toMatchObject({
      is_locked: 'true',
      visibility: 'private',
      plan_id: planOf('Gold').plan_id,
      filename: 'rain.jpg',
    });
  });

  it('FE-15: an unlocked post is public or private, as chosen', async () => {
    const { dialog, person, sent } = await open();
    chooseFile(fileOf('rain.jpg', 'image/jpeg'));
    await person.selectOptions(dialog.getByLabelText('Visibility'), 'Private: only you');
    await person.click(postButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(Object.fromEntries(sent[0]?.form ?? [])).toMatchObject({
      is_locked: 'false',
      visibility: 'private',
    });
    expect(sent[0]?.form.has('plan_id')).toBe(false);
  });

  it('ME-05, X-49: without a plan it can’t be locked', async () => {
    const { dialog } = await open(offering());
    expect(await dialog.findByText('Create a plan first; then you can lock posts.')).toBeTruthy();
    expect(lock().disabled).toBe(true);
    expect(dialog.queryByLabelText('Plan name')).toBeNull();
  });

  it('PL-19, X-56: a failure to load the plans is ‘Failed to fetch subscription plans’', async () => {
    const { dialog, person, answers } = await open(() => refused(500, 'No', 'internal_error'));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to fetch subscription plans');
    expect(lock().disabled).toBe(true);
    answers(offering(planOf('Gold')));
    await person.click(dialog.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(lock().disabled).toBe(false));
  });

  it('ME-04: guests read ‘Upgrade to permanent user’', async () => {
    const { dialog, asked } = await open(offering(), '_guest-kabir');
    expect(dialog.getByText('Upgrade to permanent user')).toBeTruthy();
    expect(dialog.queryByLabelText('Caption')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Post' })).toBeNull();
    expect(asked('GET /subscriptions/plans/list')).toHaveLength(0);
  });
});
