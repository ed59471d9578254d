import type { mediaRoutes } from '@adda/contract/media';
import { appError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { MediaStore } from '../../platform/media-store/index.ts';
import type { Images } from './images.service.ts';
import type { Links } from './links.ts';
import { IMAGE_TYPE } from './rewrite-image.ts';
import type { RemotePictures } from './remote-pictures.ts';

type Deps = {
  readonly images: Images;
  readonly links: Links;
  readonly remotePictures: RemotePictures;
  readonly store: MediaStore;
  readonly imageLink: (imageId: string, audience: string) => string;
};

/** Answers the calls of media. A link is checked before anything is looked up, so it tells nothing without one. */
export function mediaHandlers(deps: Deps): Handlers<typeof mediaRoutes> {
  const { images, links, remotePictures, store, imageLink } = deps;
  const answer = (bytes: Uint8Array | AsyncIterable<Uint8Array> | undefined, cacheSeconds: number) => {
    if (!bytes) throw appError('image_not_found');
    return { bytes, contentType: IMAGE_TYPE, cacheSeconds };
  };
  return {
    'POST /api/images/upload-image-url/': async ({ actor, body }) => {
      const { id, width, height } = await images.importFromUrl(actor.userId, body.url);
      return { image_url: imageLink(id, `user:${actor.userId}`), image_id: id, width, height };
    },
    'GET /media/images/:id': async ({ params, query }) => {
      const seconds = links.secondsLeft(['image', params.id, query.for], query);
      if (seconds === 0) throw appError('link_expired');
      return answer(await store.get(params.id), seconds);
    },
    'GET /media/remote': async ({ query }) => {
      const seconds = links.secondsLeft(['remote', query.url], query);
      if (seconds === 0) throw appError('link_expired');
      return answer(await remotePictures.get(query.url), seconds);
    },
  };
}
