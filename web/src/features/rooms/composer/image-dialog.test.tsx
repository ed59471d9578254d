import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestResponse } from '../../../test/answering-server.ts';
import { render } from '../../../test/render.tsx';
import { logIn } from '../../../test/log-in.ts';
import { ImageDialog } from './image-dialog.tsx';

const uploaded: TestResponse = {
  body: { image_url: '/media/images/img-1?for=me', image_id: 'img-1', width: 640, height: 480 },
};
const failure: TestResponse = {
  status: 400,
  body: { detail: 'Failed to process image URL', code: 'image_url_failed' },
};

let answer = uploaded;
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeEach(async () => {
  answer = uploaded;
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
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add image' });
  return { ...calls, ...view, add, field: screen.getByLabelText('Image URL') };
}

describe('Add Image to Message', () => {
  it('GC-27: shows the server’s copy, never the address itself, and adds it', async () => {
    const { person, field, add, onChoose, onClose } = show();
    expect(screen.getByRole('dialog', { name: 'Add Image to Message' })).toBeTruthy();
    expect(add.disabled).toBe(true);
    // Pasted: a pause between two keys would fetch an incomplete address.
    await person.click(field);
    await person.paste('https://example.com/cat.PNG?size=2');
    const preview = await screen.findByRole('img', { name: 'Preview of your image' });
    expect(preview.getAttribute('src')).toBe('/media/images/img-1?for=me');
    expect(document.body.innerHTML).not.toMatch(/src="https:\/\/example/);
    expect(server.seen.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      {
        method: 'POST',
        path: '/api/images/upload-image-url/',
        body: { url: 'https://example.com/cat.PNG?size=2' },
      },
    ]);
    await person.click(add);
    const image = { id: 'img-1', url: '/media/images/img-1?for=me', width: 640, height: 480 };
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(image);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each(['https://example.com/cat.svg', 'ftp://example.com/cat.png', 'cat'])(
    'GC-54, X-47: refuses %s without a request',
    async (address) => {
      const { person, field, add } = show();
      await person.type(field, address);
      expect(await screen.findByText('Invalid image URL')).toBeTruthy();
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(add.disabled).toBe(true);
      expect(server.seen).toEqual([]);
    },
  );

  it('SV-45: shows an error when the server could not fetch it, keeps the address and retries', async () => {
    answer = failure;
    const { person, field, add } = show();
    await person.type(field, 'https://example.com/cat.png');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to process image URL');
    expect(add.disabled).toBe(true);
    answer = uploaded;
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(add.disabled).toBe(false));
    expect(screen.getByLabelText<HTMLInputElement>('Image URL').value).toBe('https://example.com/cat.png');
  });

  it('a changed address removes the preview until the new one is loaded', async () => {
    const { person, field, add } = show();
    await person.type(field, 'https://example.com/cat.png');
    await waitFor(() => expect(add.disabled).toBe(false));
    await person.type(field, '?2');
    expect(add.disabled).toBe(true);
    expect(screen.queryByRole('img', { name: 'Preview of your image' })).toBeNull();
    await waitFor(() => expect(add.disabled).toBe(false));
  });
});

it('an image in a room can also be a file, as in private chats', async () => {
  const { add, onChoose, person } = show();
  await person.click(screen.getByRole('tab', { name: 'File' }));
  await person.upload(
    screen.getByLabelText('Image file'),
    new File([new Uint8Array(10)], 'cat.png', { type: 'image/png' }),
  );
  await waitFor(() => expect(add.disabled).toBe(false));
  await person.click(add);
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'img-1' }));
});
