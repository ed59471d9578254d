import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer, type TestResponse } from '../../test/answering-server.ts';
import { render } from '../../test/render.tsx';
import { logIn } from '../../test/log-in.ts';
import { AddVideoDialog } from './index.ts';

const URL_OF_VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const found = (id: string, title: string) => ({
  video_id: id,
  title,
  thumbnail: `/media/remote?id=${id}`,
  url: `https://www.youtube.com/watch?v=${id}`,
});

/** Renders the open dialog with a server that returns the given search results. */
async function show(options: { canSearch?: boolean; search?: () => TestResponse } = {}) {
  const { canSearch = true, search = () => ({ body: [] }) } = options;
  const server = await startTestServer(({ path }) =>
    path.startsWith('/config/client')
      ? { body: { max_group_members: 200, features: { video_search: canSearch } } }
      : search(),
  );
  onTestFinished(server.close);
  location.href = `${server.url}/`;
  logIn('asha');
  const [onClose, onChoose] = [vi.fn(), vi.fn()];
  const { person } = render(
    <QueryClientProvider client={new QueryClient()}>
      <AddVideoDialog isOpen onClose={onClose} onChoose={onChoose} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Add Video to Message' });
  const address = screen.getByLabelText<HTMLInputElement>('YouTube URL');
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Video' });
  const lookFor = async (words: string) => {
    await person.type(await screen.findByLabelText('Search YouTube'), `${words}{Enter}`);
  };
  const searches = () => server.seen.filter(({ path }) => path === '/youtube/search');
  return { person, onClose, onChoose, address, confirm, lookFor, searches };
}

it('GC-28, VP-13: the button is disabled until there is a valid URL of a video', async () => {
  const { person, address, confirm, onChoose } = await show();
  expect(confirm.disabled).toBe(true);
  await person.type(address, '  youtu.be/dQw4w9WgXcQ ');
  expect(confirm.disabled).toBe(false);
  await person.click(confirm);
  expect(onChoose.mock.calls).toEqual([[{ url: 'youtu.be/dQw4w9WgXcQ', videoId: 'dQw4w9WgXcQ' }]]);
});

it('VP-12: shows that a URL is invalid, on blur and when typing stops', async () => {
  const { person, address, confirm, onChoose } = await show();
  await person.type(address, 'https://example.com/watch');
  expect(screen.queryByText('Invalid YouTube URL')).toBeNull();
  expect(await screen.findByText('Invalid YouTube URL')).toBeTruthy();
  await person.clear(address);
  expect(screen.queryByText('Invalid YouTube URL')).toBeNull();
  await person.type(address, 'nothing{Enter}');
  expect(screen.getByText('Invalid YouTube URL')).toBeTruthy();
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(confirm.disabled).toBe(true);
  expect(onChoose).not.toHaveBeenCalled();
});

it('VP-14, VP-15: finds videos; the selected one fills the URL and is added with its title', async () => {
  const search = () => ({ body: [found('dQw4w9WgXcQ', 'Chai & rain'), found('M7lc1UVf-VE', 'Roof')] });
  const { person, address, confirm, onChoose, lookFor, searches } = await show({ search });
  await lookFor('chai');
  const list = await screen.findByRole('list', { name: 'Videos found' });
  expect(searches().map(({ body }) => body)).toEqual([{ query: 'chai', max_results: 5 }]);
  expect([...list.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '/media/remote?id=dQw4w9WgXcQ',
    '/media/remote?id=M7lc1UVf-VE',
  ]);
  const result = within(list).getByRole('button', { name: 'Chai & rain' });
  result.focus();
  await person.keyboard('{Enter}');
  expect(result.getAttribute('aria-pressed')).toBe('true');
  expect(address.value).toBe(URL_OF_VIDEO);
  await person.click(confirm);
  expect(onChoose.mock.calls).toEqual([
    [{ url: URL_OF_VIDEO, videoId: 'dQw4w9WgXcQ', title: 'Chai & rain' }],
  ]);
});

it('VP-11: shows that the search failed, and retries', async () => {
  const answers: TestResponse[] = [
    { status: 502, body: { code: 'video_search_failed', detail: 'x' } },
    { body: [found('dQw4w9WgXcQ', 'Chai & rain')] },
  ];
  const { person, lookFor, searches } = await show({ search: () => answers.shift() ?? {} });
  await lookFor('chai');
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to search YouTube videos');
  expect(searches()).toHaveLength(1);
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Chai & rain')).toBeTruthy();
});

it('shows that nothing was found', async () => {
  const { lookFor } = await show();
  await lookFor('qwxz');
  expect(await screen.findByText(/No videos found/)).toBeTruthy();
});

it('SV-97: without a configured search it says so, and a link works', async () => {
  const { person, address, confirm } = await show({ canSearch: false });
  expect(await screen.findByText(/Video search is not set up here/)).toBeTruthy();
  expect(screen.queryByLabelText('Search YouTube')).toBeNull();
  await person.type(address, URL_OF_VIDEO);
  expect(confirm.disabled).toBe(false);
});

it('GC-28: Cancel closes it without a video', async () => {
  const { person, onClose, onChoose } = await show();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onChoose).not.toHaveBeenCalled();
});
