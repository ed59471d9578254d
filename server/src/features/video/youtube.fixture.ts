import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The key that the fake YouTube accepts. */
export const YOUTUBE_KEY = 'AIza-a-key-that-nobody-else-may-see';

/** How the next searches respond: normally, or with one of the failures. */
export type Mood = 'well' | 'refuses' | 'babbles' | 'other form' | 'hangs' | 'breaks off' | 'sends away';

const thumbnails = (id: string) => ({
  default: { url: `https://i.ytimg.com/vi/${id}/default.jpg` },
  medium: { url: `https://i.ytimg.com/vi/${id}/mqdefault.jpg` },
});

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');

/**
 * Returns the results for any query: titles escaped in the same way as YouTube's, and some items that are no videos.
 */
function itemsFor(query: string) {
  const title = escape(`"${query}" & 'friends'`);
  return [
    { id: { videoId: 'dQw4w9WgXcQ' }, snippet: { title, thumbnails: thumbnails('dQw4w9WgXcQ') } },
    { id: { channelId: 'UC12345678901' }, snippet: { title: 'A channel' } },
    { id: { videoId: 'short' }, snippet: { title: 'An id that is none' } },
    { id: { videoId: 'M7lc1UVf-VE' }, snippet: { title: 'No picture' } },
    { id: { videoId: '9bZkp7q19f0' }, snippet: { title: 'Third', thumbnails: thumbnails('9bZkp7q19f0') } },
  ];
}

/** Parameters that every search must have. */
const required = { part: 'snippet', type: 'video', videoEmbeddable: 'true', safeSearch: 'strict' };

function refusalOf(url: URL): number {
  if (url.pathname !== '/youtube/v3/search') return 404;
  if (url.searchParams.get('key') !== YOUTUBE_KEY) return 403;
  return Object.entries(required).every(([name, value]) => url.searchParams.get(name) === value) ? 0 : 400;
}

function answer(mood: Mood, url: URL, response: ServerResponse): void {
  const refusal = mood === 'refuses' ? 403 : refusalOf(url);
  if (mood === 'hangs') return;
  if (mood === 'breaks off') return void response.socket?.destroy();
  if (mood === 'sends away') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (mood === 'babbles') return void response.end(`<html>the key is ${url.searchParams.get('key')}`);
  if (mood === 'other form') return void response.end(JSON.stringify({ kind: 'something else' }));
  if (refusal > 0) return void response.writeHead(refusal).end(`{"error":{"code":${refusal}}}`);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ items: itemsFor(url.searchParams.get('q') ?? '') }));
}

/** Starts a fake of YouTube's search API that records its requests. */
export async function startYoutube() {
  const asked: URL[] = [];
  const state: { mood: Mood } = { mood: 'well' };
  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', 'http://youtube.test');
    asked.push(url);
    answer(state.mood, url, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on TCP has this type of address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    be: (mood: Mood) => {
      state.mood = mood;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
