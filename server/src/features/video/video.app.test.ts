import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../../test/app.fixture.ts';
import { registration } from '../accounts/accounts.fixture.ts';
import { startYoutube, YOUTUBE_KEY } from './youtube.fixture.ts';

async function start(settings: Record<string, string>) {
  const app = await startTestApp(settings);
  onTestFinished(app.stop);
  const { data } = await app.client('POST /auth/register', { body: registration() });
  const search = () =>
    app.client('POST /youtube/search', { body: { query: 'chai' } }, { token: data.access_token });
  const features = async () => (await app.client('GET /config/client', {})).data.features;
  return { search, features };
}

it('SV-97: with a key the settings for clients enable the search, and pictures are served by this server', async () => {
  const youtube = await startYoutube();
  onTestFinished(youtube.close);
  const { search, features } = await start({
    YOUTUBE_API_KEY: YOUTUBE_KEY,
    YOUTUBE_BASE_URL: `${youtube.url}/`,
  });
  expect(await features()).toMatchObject({ video_search: true });
  const { data } = await search();
  expect(data).toHaveLength(3);
  for (const { thumbnail } of data) expect(thumbnail).toMatch(/^\/media\/remote\?.*signature=/);
});

it('SV-97: without a key the settings for clients disable the search', async () => {
  const { search, features } = await start({});
  expect(await features()).toMatchObject({ video_search: false });
  expect((await search()).error.code).toBe('video_search_off');
});
