import { UPLOAD_CLOSE_MS, UPLOAD_TIMEOUT_MS } from '@adda/contract/feed/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { showPeople } from '../../../test/people-page.tsx';
import { logIn } from '../../../test/log-in.ts';
import { toast } from '../../../ui/toast-store.ts';
import { postKeys } from '../post-keys.ts';
import { ComposerDialog } from './composer-dialog.tsx';
import { chooseFile, fileOf, holdUploads, stored } from './upload.fixture.tsx';

function Stage() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && <ComposerDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const dialog = () => within(screen.getByRole('dialog', { name: 'New post' }));
const button = (name: string) => dialog().getByRole<HTMLButtonElement>('button', { name });
const postButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Post|One moment/ });
const caption = () => dialog().getByLabelText<HTMLTextAreaElement>('Caption');

/** Renders a composer with a caption and a photo. */
async function open() {
  const sent = holdUploads();
  const page = await showPeople(
    () => <Stage />,
    ({ path }) => (path.startsWith('/feed/') ? { body: [] } : undefined),
  );
  await screen.findByRole('dialog');
  await page.person.type(caption(), 'rain');
  chooseFile(fileOf('rain.jpg', 'image/jpeg'));
  const post = async () => {
    const before = sent.length;
    await page.person.click(postButton());
    await waitFor(() => expect(sent).toHaveLength(before + 1));
    const now = sent.at(-1);
    if (!now) throw new Error('nothing was sent');
    return now;
  };
  return { ...page, sent, post };
}

describe('posting', () => {
  it('CO-08, X-30, FE-22: times out after 30 s, shows the progress, and can’t be submitted twice', async () => {
    const { post, person, sent } = await open();
    const request = await post();
    expect(UPLOAD_TIMEOUT_MS).toBe(30_000);
    expect(request.timeout).toBe(UPLOAD_TIMEOUT_MS);
    expect(postButton().getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button('Cancel upload'));
    await person.click(postButton());
    expect(sent).toHaveLength(1);
    act(() => request.progress(0.3));
    expect(dialog().getByRole('progressbar', { name: 'Upload' }).getAttribute('value')).toBe('30');
    expect(dialog().getByRole('status').textContent).toBe('25% uploaded');
    act(() => request.progress(0.49));
    // Screen readers get every quarter, not every percent.
    expect(dialog().getByRole('status').textContent).toBe('25% uploaded');
    act(() => request.progress(1));
    expect(dialog().getByText('Almost there…')).toBeTruthy();
  });

  it('Q-35, FE-64: a success is shown for two seconds, then the dialog closes; the feed and the media list are reloaded', async () => {
    const { post, client, asked } = await open();
    client.setQueryData(postKeys.feed(), {
      pages: [{ posts: [], next: undefined }],
      pageParams: [{ skip: 0 }],
    });
    client.setQueryData(postKeys.media('asha'), { pages: [{ media: [], total_count: 0 }], pageParams: [''] });
    const request = await post();
    request.answer(201, stored);
    expect(await dialog().findByText("It's up!")).toBeTruthy();
    expect(toast.current()).toEqual([]);
    await waitFor(() => expect(asked('GET /feed/')).toHaveLength(1));
    expect(client.getQueryState(postKeys.media('asha'))?.isInvalidated).toBe(true);
    expect(UPLOAD_CLOSE_MS).toBe(2000);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('a new post has a new key and empty fields', async () => {
    const { post, person } = await open();
    const first = await post();
    first.answer(201, stored);
    await dialog().findByText("It's up!");
    await person.click(button('Close'));
    await person.click(screen.getByRole('button', { name: 'open' }));
    expect(caption().value).toBe('');
    chooseFile(fileOf('sun.jpg', 'image/jpeg'));
    const second = await post();
    expect(second.form.get('upload_key')).not.toBe(first.form.get('upload_key'));
  });

  it.each([
    ['timeout', 'That took too long. Please try again.'],
    ['error', "We can't reach Adda right now. Check your connection and try again."],
  ] as const)('X-30, ME-08: after a lost response (%s) a retry has the same key', async (how, why) => {
    const { post } = await open();
    const first = await post();
    first.fail(how);
    const alert = await dialog().findByRole('alert');
    expect(within(alert).getByText('Failed to upload media')).toBeTruthy();
    expect(within(alert).getByText(why)).toBeTruthy();
    expect(caption().value).toBe('rain');
    expect(dialog().getByText('rain.jpg')).toBeTruthy();
    const second = await post();
    expect(second.form.get('upload_key')).toBe(first.form.get('upload_key'));
    expect(dialog().queryByRole('alert')).toBeNull();
  });

  it('another file is another post, with another key', async () => {
    const { post } = await open();
    const first = await post();
    first.fail('timeout');
    await dialog().findByRole('alert');
    chooseFile(fileOf('sun.jpg', 'image/jpeg'));
    const second = await post();
    expect(second.form.get('upload_key')).not.toBe(first.form.get('upload_key'));
    expect(second.form.get('filename')).toBe('sun.jpg');
  });

  it.each([
    [413, 'File size exceeds 50MB limit', 'upload_too_large'],
    [415, 'Choose a photo (JPEG, PNG, GIF, WebP) or a video (MP4, MOV, AVI).', 'unsupported_media_type'],
    [400, 'Please select a plan for locked content', 'plan_required'],
    [403, 'Upgrade to permanent user', 'upload_needs_account'],
  ])('ME-08: only the server’s reason is shown (%i)', async (status, detail, code) => {
    const { post } = await open();
    (await post()).answer(status, { detail, code });
    expect((await dialog().findByRole('alert')).textContent).toBe(detail);
  });

  it('ME-08, ER-04: a failure without a reason is ‘Failed to upload media’', async () => {
    const { post } = await open();
    (await post()).answer(502, undefined);
    expect((await dialog().findByRole('alert')).textContent).toContain('Failed to upload media');
  });

  it('can be cancelled during the upload, and the draft is kept', async () => {
    const { post, person, sent } = await open();
    const first = await post();
    act(() => first.progress(0.5));
    await person.click(button('Cancel upload'));
    expect(first.wasAborted()).toBe(true);
    expect(dialog().queryByRole('progressbar')).toBeNull();
    expect(dialog().queryByRole('alert')).toBeNull();
    expect(caption().value).toBe('rain');
    expect(document.activeElement).toBe(postButton());
    const second = await post();
    expect(second.form.get('upload_key')).toBe(first.form.get('upload_key'));
    expect(sent).toHaveLength(2);
  });
});

describe('a draft', () => {
  it('survives closing the dialog, and the upload continues', async () => {
    const { post, person } = await open();
    await person.click(button('Close'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'open' }));
    expect(caption().value).toBe('rain');
    expect(dialog().getByText('rain.jpg')).toBeTruthy();
    const request = await post();
    await person.click(button('Close'));
    expect(request.wasAborted()).toBe(false);
    request.fail('timeout');
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'Failed to upload media' }]));
    await person.click(screen.getByRole('button', { name: 'open' }));
    expect(caption().value).toBe('rain');
  });

  it('a success is shown by a toast while the dialog is closed', async () => {
    const { post, person } = await open();
    const request = await post();
    await person.click(button('Close'));
    request.answer(201, stored);
    await waitFor(() =>
      expect(toast.current()).toMatchObject([{ text: 'Your post is up.', tone: 'success' }]),
    );
    await person.click(screen.getByRole('button', { name: 'open' }));
    expect(dialog().queryByText("It's up!")).toBeNull();
  });

  it('is discarded after a confirmation if a file was chosen', async () => {
    const { person } = await open();
    await person.click(button('Discard'));
    const question = within(screen.getByRole('dialog', { name: 'Discard this post?' }));
    await person.click(question.getByRole('button', { name: 'Keep writing' }));
    expect(caption().value).toBe('rain');
    await person.click(button('Discard'));
    const again = within(screen.getByRole('dialog', { name: 'Discard this post?' }));
    await person.click(again.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'open' }));
    expect(caption().value).toBe('');
    expect(dialog().queryByText('rain.jpg')).toBeNull();
    expect(dialog().queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  it('belongs to its account: draft and upload end when another account logs in', async () => {
    const { post } = await open();
    const request = await post();
    act(() => logIn('riya'));
    expect(request.wasAborted()).toBe(true);
    expect(caption().value).toBe('');
    act(() => logIn('asha'));
    expect(caption().value).toBe('');
    expect(toast.current()).toEqual([]);
  });
});
