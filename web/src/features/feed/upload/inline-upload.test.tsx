import { INLINE_UPLOAD_MAX_BYTES } from '@adda/contract/feed/limits';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPeople } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { InlineUpload } from './inline-upload.tsx';
import { fileProblem } from './upload-surface.ts';
import { chooseFile, fileOf, holdUploads, stored } from './upload.fixture.tsx';

async function open(as = 'asha') {
  const sent = holdUploads();
  const page = await showPeople(
    () => <InlineUpload />,
    () => undefined,
    as,
  );
  return { ...page, sent };
}

const words = () => screen.getByLabelText<HTMLTextAreaElement>('Your post');
const postButton = () => screen.getByRole('button', { name: 'Post' });

describe('posting from the feed', () => {
  it('FE-26: a file or a caption is required', async () => {
    const { person, sent } = await open();
    await person.click(postButton());
    expect(screen.getByRole('alert').textContent).toBe('Please provide a file or caption');
    expect(document.activeElement).toBe(words());
    const text = document.getElementById(words().getAttribute('aria-describedby') ?? '')?.textContent;
    expect(text).toBe('Please provide a file or caption');
    await person.type(words(), '   ');
    expect(screen.queryByRole('alert')).toBeNull();
    await person.click(postButton());
    expect(screen.getByRole('alert').textContent).toBe('Please provide a file or caption');
    expect(sent).toHaveLength(0);
  });

  it('X-01, X-02, ME-07: a text alone is sent to /media/upload, public and unlocked; then the input is empty', async () => {
    const { person, sent } = await open();
    expect(words().maxLength).toBe(500);
    await person.type(words(), 'rain at last');
    expect(screen.getByText('12 / 500')).toBeTruthy();
    await person.click(postButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.path).toBe('/media/upload');
    expect(Object.fromEntries(sent[0]?.form ?? [])).toEqual({
      is_locked: 'false',
      visibility: 'public',
      caption: 'rain at last',
      upload_key: expect.stringMatching(/^[A-Za-z0-9_-]{24,64}$/),
    });
    sent[0]?.answer(201, stored);
    expect((await screen.findByText("It's up!")).getAttribute('role')).toBe('status');
    expect(words().value).toBe('');
    expect(toast.current()).toEqual([]);
    await waitFor(() => expect(screen.queryByText("It's up!")).toBeNull());
  });

  it('FE-27, X-01, X-46: a file of up to 10 MB is checked when it is chosen', async () => {
    const { person, sent } = await open();
    chooseFile(fileOf('film.mp4', 'video/mp4', INLINE_UPLOAD_MAX_BYTES + 1));
    expect(screen.getByRole('alert').textContent).toBe('File size exceeds 10MB limit');
    expect(fileProblem('inline', fileOf('f.mp4', 'video/mp4', INLINE_UPLOAD_MAX_BYTES))).toBeUndefined();
    chooseFile(fileOf('rain.gif', 'image/gif'));
    expect(screen.queryByRole('alert')).toBeNull();
    await person.click(postButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.form.get('filename')).toBe('rain.gif');
    expect(sent[0]?.form.get('file')).toBeInstanceOf(File);
    sent[0]?.answer(413, { detail: 'File size exceeds 10MB limit', code: 'inline_upload_too_large' });
    expect((await screen.findByRole('alert')).textContent).toBe('File size exceeds 10MB limit');
    expect(screen.getByText('rain.gif')).toBeTruthy();
  });

  it('removes a dropped file, and the focus moves to the caption', async () => {
    const { person } = await open();
    fireEvent.drop(words(), { dataTransfer: { files: [fileOf('a.png', 'image/png')], types: ['Files'] } });
    await person.click(screen.getByRole('button', { name: 'Remove file' }));
    expect(screen.queryByText('a.png')).toBeNull();
    expect(document.activeElement).toBe(words());
  });

  it('FE-25: guests read ‘Upgrade to permanent user’ with a link', async () => {
    await open('_guest-kabir');
    expect(screen.getByText('Upgrade to permanent user')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/upgrade');
    expect(screen.queryByLabelText('Your post')).toBeNull();
  });
});
