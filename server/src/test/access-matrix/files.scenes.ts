import type { mediaRoutes } from '@adda/contract/media';
import type { privacyRoutes } from '@adda/contract/privacy';
import { unsigned } from './feed.scenes.ts';
import { noInput, type ScenesOf } from './scene.fixture.ts';

/** Calls of message images, profile pictures, remote pictures and data exports. */
export const filesScenes: ScenesOf<typeof mediaRoutes & typeof privacyRoutes> = {
  'POST /api/images/upload-image-preview/': async ({ picture }) => ({ body: {}, file: await picture() }),
  'POST /api/images/upload-image-url/': async ({ pictureElsewhere }) => ({
    body: { url: await pictureElsewhere() },
  }),
  'GET /media/images/:id': {
    'the owner’s link': async ({ imageLink }) => ({ link: await imageLink() }),
    unsigned: async ({ imageLink }) => unsigned(await imageLink(), 'signature'),
  },
  'POST /api/audio/upload': async ({ recording }) => ({ body: {}, file: await recording() }),
  'GET /media/audio/:id': {
    'the owner’s link': async ({ voiceLink }) => ({ link: await voiceLink() }),
    unsigned: async ({ voiceLink }) => unsigned(await voiceLink(), 'signature'),
  },
  'GET /media/avatars/:id': async ({ avatarLink }) => ({ link: await avatarLink() }),
  'GET /media/remote': {
    'a link that the server made': async ({ remoteLink }) => ({ link: await remoteLink() }),
    unsigned: async ({ remoteLink }) => unsigned(await remoteLink(), 'signature'),
  },
  'POST /users/me/export': noInput,
  'GET /users/me/export': async ({ copyLink }) => {
    await copyLink();
    return { shows: ({ export: made }) => (made === null ? 'no copy' : 'a copy') };
  },
  'GET /exports/:export_id': {
    'the owner’s link': async ({ copyLink }) => ({ link: await copyLink() }),
    unsigned: async ({ copyLink }) => unsigned(await copyLink(), 'signature'),
  },
};
