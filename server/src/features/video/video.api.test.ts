import { VIDEO_SEARCH_CACHE_MS } from '@adda/contract/video';
import { expect, it } from 'vitest';
import { startVideo } from './video.fixture.ts';
import { YOUTUBE_KEY, type Mood } from './youtube.fixture.ts';

it('SV-97, VP-14, VP-15: finds videos with strict safe search and returns their titles as plain text', async () => {
  const { search, youtube } = await startVideo();
  const { status, data } = await search('  chai on the roof ');
  expect(status).toBe(200);
  expect(data).toEqual([
    {
      video_id: 'dQw4w9WgXcQ',
      title: `"chai on the roof" & 'friends'`,
      thumbnail: `/media/remote?url=${encodeURIComponent('https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg')}`,
      url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    },
    expect.objectContaining({ video_id: 'M7lc1UVf-VE', title: 'No picture' }),
    expect.objectContaining({ video_id: '9bZkp7q19f0', title: 'Third' }),
  ]);
  expect(youtube.asked.map((url) => url.searchParams.get('maxResults'))).toEqual(['5']);
});

it('VP-14: returns no more videos than requested', async () => {
  const { search } = await startVideo();
  expect((await search('chai', { max_results: 1 })).data).toHaveLength(1);
  expect((await search('chai', { max_results: 11 })).error.code).toBe('validation_failed');
});

it('SV-97: a search is cached for ten minutes, regardless of case and white space', async () => {
  const { search, youtube, goForward } = await startVideo();
  const first = await search('Chai  Masala');
  goForward(VIDEO_SEARCH_CACHE_MS - 10_000);
  expect((await search(' chai masala ')).data).toEqual(first.data);
  expect(youtube.asked).toHaveLength(1);
  await search('chai masala', { max_results: 3 });
  expect(youtube.asked).toHaveLength(2);
  goForward(10_001);
  await search('chai masala');
  expect(youtube.asked).toHaveLength(3);
});

it('SV-97: concurrent equal searches are one call', async () => {
  const { search, youtube } = await startVideo();
  const answers = await Promise.all(Array.from({ length: 8 }, () => search('chai')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(youtube.asked).toHaveLength(1);
});

it('SV-97: caches five hundred searches, and removes the least recently used one', async () => {
  const { search, youtube } = await startVideo();
  await search('first');
  await search('second');
  await search('first');
  for (let count = 0; count < 499; count += 1) await search(`words ${count}`);
  const before = youtube.asked.length;
  await search('first');
  expect(youtube.asked).toHaveLength(before);
  await search('second');
  expect(youtube.asked).toHaveLength(before + 1);
});

const failures: readonly (readonly [Mood, string])[] = [
  ['refuses', 'status 403'],
  ['babbles', 'no JSON'],
  ['other form', 'an answer of another form'],
  ['breaks off', 'out of reach'],
  ['sends away', 'out of reach'],
  ['hangs', 'no answer in time'],
];

it.each(failures)(
  'VP-11, SV-97: YouTube %s: 502, and the log contains the reason without the key',
  async (mood, reason) => {
    const { search, youtube, log } = await startVideo({ timeoutMs: 200 });
    youtube.be(mood);
    const answer = await search('chai');
    expect(answer).toMatchObject({
      status: 502,
      error: { code: 'video_search_failed', detail: 'Failed to search YouTube videos' },
    });
    expect(youtube.asked, 'nobody else is told the key').toHaveLength(1);
    expect(log()).toContain(`"reason":"${reason}"`);
    expect(`${log()}${JSON.stringify(answer.error)}`).not.toContain(YOUTUBE_KEY);
    youtube.be('well');
    expect((await search('chai')).status).toBe(200);
  },
);

it('SV-97: without a key the search reports that it is not set up, and sends no request', async () => {
  const { search, youtube, canSearch } = await startVideo({ apiKey: undefined });
  expect(await search('chai')).toMatchObject({ status: 501, error: { code: 'video_search_off' } });
  expect(canSearch).toBe(false);
  expect(youtube.asked).toEqual([]);
});

it.each(['', '   ', 'x'.repeat(101)])('SV-97: refuses %j as a query', async (query) => {
  const { search, youtube } = await startVideo();
  expect(await search(query)).toMatchObject({ status: 422, error: { code: 'validation_failed' } });
  expect(youtube.asked).toEqual([]);
});

it('R-13: a search requires a token', async () => {
  const { searchAsStranger } = await startVideo();
  expect(await searchAsStranger()).toMatchObject({ status: 401, error: { code: 'not_authenticated' } });
});
