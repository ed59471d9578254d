import { UPLOAD_QUALITY, type mediaRoutes } from '@adda/contract/media';
import { appError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { IMAGE_TYPE } from './image-writer.service.ts';
import type { StoredImage } from './images.repository.ts';
import type { MessageMedia } from './message-media.service.ts';
import { AUDIO_TYPE, type Recordings } from './audio/recordings.service.ts';
import type { Avatars } from './avatars.service.ts';
import type { Images } from './images.service.ts';
import type { ViewerCookie } from './viewer.service.ts';
import type { Links } from './links.service.ts';
import type { RemotePictures } from './remote-pictures.service.ts';

/** A year: the content of a URL never changes. */
const AVATAR_SECONDS = 31_536_000;

type Deps = {
  readonly images: Images;
  readonly avatars: Avatars;
  readonly recordings: Recordings;
  readonly messageMedia: MessageMedia;
  readonly viewerCookie: ViewerCookie;
  readonly links: Links;
  readonly remotePictures: RemotePictures;
  readonly imageLink: (imageId: string, audience: string) => string;
};

/** Returns the request handlers. A link is verified before any lookup, so that nothing is revealed without one. */
export function mediaHandlers(deps: Deps): Handlers<typeof mediaRoutes> {
  const { images, recordings, avatars, messageMedia, viewerCookie, links, remotePictures, imageLink } = deps;
  const answer = (bytes: Uint8Array | AsyncIterable<Uint8Array> | undefined, cacheSeconds: number) => {
    if (!bytes) throw appError('image_not_found');
    return { bytes, contentType: IMAGE_TYPE, cacheSeconds };
  };
  const uploaded = ({ id, width, height }: StoredImage, userId: number) => ({
    image_url: imageLink(id, `user:${userId}`),
    image_id: id,
    width,
    height,
  });
  return {
    'POST /api/images/upload-image-preview/': async ({ actor, body, file, origin }) => {
      if (!file) throw appError('image_missing');
      const image = await images.importFromFile(actor.userId, file.path, qualityOf(body.quality));
      viewerCookie.remember(origin.cookies, actor);
      return uploaded(image, actor.userId);
    },
    'POST /api/images/upload-image-url/': async ({ actor, body, origin }) => {
      const image = await images.importFromUrl(actor.userId, body.url);
      viewerCookie.remember(origin.cookies, actor);
      return uploaded(image, actor.userId);
    },
    'GET /media/images/:id': async ({ params, query, origin }) => {
      const { bytes, cacheSeconds } = await messageMedia.openImage({
        id: params.id,
        variant: query.size ?? 'full',
        proof: query,
        origin,
      });
      return answer(bytes, cacheSeconds);
    },
    'POST /api/audio/upload': async ({ actor, file, origin }) => {
      await recordings.authorize(actor.userId);
      if (!file || file.bytes === 0) throw appError('audio_missing');
      const { id, durationMs, waveform } = await recordings.importFromFile(actor.userId, file.path);
      viewerCookie.remember(origin.cookies, actor);
      return { audio_id: id, duration_ms: durationMs, waveform: [...waveform] };
    },
    'GET /media/audio/:id': async ({ params, query, origin }) => ({
      ...(await messageMedia.openRecording({ id: params.id, proof: query, origin })),
      contentType: AUDIO_TYPE,
    }),
    'GET /media/avatars/:id': async ({ params, query }) => ({
      ...answer(await avatars.open(params.id, query.size ?? 'full'), AVATAR_SECONDS),
      isPublic: true,
    }),
    'GET /media/remote': async ({ query }) => {
      const seconds = links.secondsLeft(['remote', query.url], query);
      if (seconds === 0) throw appError('link_expired');
      return answer(await remotePictures.get(query.url), seconds);
    },
  };
}

/** Parses a quality from 1 to 100; anything else results in the default. */
function qualityOf(given: string | undefined): number {
  const quality = /^\d{1,3}$/.test(given ?? '') ? Number(given) : 0;
  return quality >= 1 && quality <= 100 ? quality : UPLOAD_QUALITY;
}
