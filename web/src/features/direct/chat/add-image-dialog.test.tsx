import { IMAGE_MAX_BYTES } from '@adda/contract/media';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestResponse } from '../../../test/answering-server.ts';
import { render } from '../../../test/render.tsx';
import { logIn } from '../../../test/log-in.ts';
import { ImageDialog } from './add-image-dialog.tsx';

const kept: TestResponse = {
  body: { image_url: '/media/images/img-1?for=me', image_id: 'img-1', width: 640, height: 480 },
};
let answer = kept;
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeEach(async () => {
  answer = kept;
  server = await startTestServer(() => answer);
  location.href = `${server.url}/`;
  logIn('me');
});
afterEach(async () => {
  await server.close();
});

function show() {
  const calls = { onClose: vi.fn(), onChoose: vi.fn(), onFiles: vi.fn() };
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <ImageDialog {...calls} />
    </QueryClientProvider>,
  );
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText('Image file'), { target: { files: [file] } });
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add image' });
  return { ...calls, ...view, add, choose };
}

const fileOf = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'cat', { type });
const preview = () => screen.findByRole<HTMLImageElement>('img', { name: 'Preview of your image' });

describe('an image from a file', () => {
  it('SH-50: the initial focus is on the button, not on the hidden file input', () => {
    show();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file' }));
  });

  it('PC-32, PC-35, PC-36, PC-15: is uploaded with its form fields, and the server’s copy is selected', async () => {
    const { person, choose, add, onChoose } = show();
    expect(add.disabled).toBe(true);
    choose(fileOf('image/png'));
    await preview();
    const [request] = server.seen;
    expect(request?.path).toBe('/api/images/upload-image-preview/');
    const form = String(request?.body);
    expect(form).toMatch(/name="format"\s+webp/);
    expect(form).toMatch(/name="quality"\s+70/);
    expect(form).toContain('name="file"; filename="cat"');
    await person.click(add);
    expect(onChoose).toHaveBeenCalledExactlyOnceWith({
      id: 'img-1',
      url: '/media/images/img-1?for=me',
      width: 640,
      height: 480,
    });
  });

  it.each([
    ['PC-32', fileOf('image/bmp'), 'Invalid image format'],
    ['PC-33, X-46', fileOf('image/png', IMAGE_MAX_BYTES + 1), 'Image size exceeds 10MB'],
  ])('%s: an invalid file is not uploaded', async (_id, file, text) => {
    const { choose, add } = show();
    choose(file);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(add.disabled).toBe(true);
    expect(server.seen).toEqual([]);
  });

  it('PC-34, PC-38: an image over 2 MB that the browser cannot decode shows an error', async () => {
    const { choose } = show();
    // The test environment decodes no images, like a browser with a broken file.
    choose(fileOf('image/gif', 2 * 1024 * 1024 + 1));
    expect(screen.getByText('This GIF is over 2 MB, so it will stand still.')).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain('Image compression failed');
    expect(server.seen).toEqual([]);
  });

  it('PC-39: a failed upload can be retried without choosing the file again', async () => {
    answer = { status: 503, body: { detail: 'Too many images at once.', code: 'image_service_busy' } };
    const { person, choose, add } = show();
    choose(fileOf('image/webp'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Image upload failed');
    expect(alert.textContent).toContain('Too many images at once.');
    answer = kept;
    screen.getByRole('button', { name: 'Try Again' }).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull());
    const form = add.ownerDocument.getElementById(add.getAttribute('form') ?? '');
    expect(form?.contains(document.activeElement)).toBe(true);
    await preview();
    expect(form?.contains(document.activeElement)).toBe(true);
  });

  it('SV-44: errors of the file itself can’t be retried', async () => {
    answer = { status: 415, body: { detail: 'Invalid image format', code: 'invalid_image_format' } };
    const { choose } = show();
    choose(fileOf('image/png'));
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid image format');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });
});

describe('an image from an address', () => {
  it('PC-31, X-47: jpeg is accepted as a file but not as an address', async () => {
    const { person } = show();
    await person.click(screen.getByRole('tab', { name: 'URL' }));
    await person.type(screen.getByLabelText('Image URL'), 'https://example.com/cat.jpeg');
    const text = 'Invalid image URL. Must start with http(s) and end with .jpg, .png, .gif, or .webp.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(server.seen).toEqual([]);
  });

  it('PC-37: the server fetches it', async () => {
    const { person, add, onChoose } = show();
    await person.click(screen.getByRole('tab', { name: 'URL' }));
    await person.type(screen.getByLabelText('Image URL'), 'https://example.com/cat.WEBP?x=1');
    await preview();
    expect(server.seen[0]?.body).toEqual({ url: 'https://example.com/cat.WEBP?x=1' });
    await waitFor(() => expect(add.disabled).toBe(false));
    await person.click(add);
    expect(onChoose).toHaveBeenCalledOnce();
  });

  it('PC-40: a failure is shown and can be retried', async () => {
    answer = { status: 400, body: { detail: 'Failed to process image URL', code: 'image_url_failed' } };
    const { person } = show();
    await person.click(screen.getByRole('tab', { name: 'URL' }));
    await person.type(screen.getByLabelText('Image URL'), 'https://example.com/cat.png');
    expect(await screen.findByText('Failed to process image URL')).toBeTruthy();
    answer = kept;
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    await preview();
  });
});
