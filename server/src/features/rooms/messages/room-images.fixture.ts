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
 * The application of the file, which may fetch from one host: there is an image under every name, except that one with
 * `missing` in it is not there and one with `slow` in it comes when it is released.
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
    /** The paths that the host was asked for, in order. */
    asked: host.asked,
    /** Lets pictures with `slow` in their names come. */
    release: host.release,
    pictureUrl: (name: string) => `http://pictures.example:${host.port}/${name}.png`,
  };
}
