import sharp from 'sharp';
import { createOutbound } from '../../../platform/outbound/index.ts';
import { startCountingHost } from '../../../platform/outbound/counting-host.fixture.ts';
import { oncePerFile } from '../../../test/file-scope.fixture.ts';
import { startMessages } from './room-messages.fixture.ts';

/** Size of every picture of the test's host, in pixels. */
export const PICTURE = { width: 12, height: 7 };

async function openHost() {
  const picture = await sharp({ create: { ...PICTURE, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const host = await startCountingHost((request, response) => {
    const path = request.url ?? '';
    const answer = () => {
      if (path.includes('missing')) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    };
    if (path.includes('slow')) void released.then(answer);
    else answer();
  });
  return { ...host, release };
}

const hostOfFile = oncePerFile(openHost, ({ close }) => close());

/**
 * Starts the application of the file, which may fetch from one host: it has an image under every name, except that
 * names with `missing` are not found and names with `slow` respond only when released.
 */
export async function startImages() {
  const host = await hostOfFile();
  const outbound = createOutbound({
    resolve: async () => ['127.0.0.1'],
    isAllowed: ({ port }) => port === host.port,
  });
  const fixture = await startMessages({ outbound });
  return {
    ...fixture,
    /** The requested paths of the host, in order. */
    asked: host.asked,
    /** Releases pictures with `slow` in their names. */
    release: host.release,
    pictureUrl: (name: string) => `http://pictures.example:${host.port}/${name}.png`,
  };
}
