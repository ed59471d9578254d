import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mediaRoutes, type UploadedImage } from '@adda/contract/media';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { registerRoutes } from '../../platform/http/register-routes.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { createLogger } from '../../platform/logging/logger.ts';
import { createDiskStore, type MediaStore } from '../../platform/media-store/index.ts';
import { startCountingHost } from '../../platform/outbound/counting-host.fixture.ts';
import { resolveHostile } from '../../platform/outbound/hostile-urls.fixture.ts';
import { createOutbound, type Target } from '../../platform/outbound/index.ts';
import { isPublicAddress } from '../../platform/outbound/public-target.ts';
import { createClient } from '../../test/client.ts';
import { startAccounts, TEST_SECRET } from '../accounts/accounts.fixture.ts';
import { placesShowing, wasSent } from '../messages/index.ts';
import { createSafety } from '../safety/index.ts';
import { createMedia, type MediaOptions } from './index.ts';

/** Path of the image upload. */
export const UPLOAD_PATH = '/api/images/upload-image-preview/';

type UploadResponse = Partial<UploadedImage & { detail: unknown; code: string }>;

/** Creates a form with a file, as a browser does. */
export function formOf(
  bytes: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  name = 'picture.png',
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  return form;
}

/** Pictures of the test by path; a listener where bytes are not sufficient. */
export type Pictures = Map<string, Uint8Array | RequestListener>;

/** Starts a local server for pictures under the name `pictures.example`, with a fetcher that reaches it. */
export async function startPictureHost() {
  const pictures: Pictures = new Map();
  const host = await startCountingHost((request, response) => {
    const picture = pictures.get(URL.parse(request.url ?? '', 'http://pictures.example')?.pathname ?? '');
    if (typeof picture === 'function') return picture(request, response);
    // The claimed type must be ignored.
    response.writeHead(picture ? 200 : 404, { 'content-type': 'text/html' }).end(picture);
  });
  const outbound = createOutbound({
    resolve: async (name) => (name === 'pictures.example' ? ['127.0.0.1'] : resolveHostile(name)),
    isAllowed: ({ address, port }: Target) =>
      (address === '127.0.0.1' && port === host.port) || isPublicAddress(address),
  });
  return {
    ...host,
    outbound,
    /** Serves a picture. Returns its URL. */
    serve(at: string, picture: Uint8Array | RequestListener): string {
      pictures.set(at, picture);
      return `http://pictures.example:${host.port}${at}`;
    },
  };
}

/** Credentials for opening a link; anonymous without any. */
type LinkProof = { readonly token?: string; readonly cookie?: string };

/** Opens a link without an API key and reads the whole response. */
export async function openLink(link: string, { token, cookie }: LinkProof = {}) {
  const response = await fetch(link, {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
    },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    /** The error code. */
    get code(): string | undefined {
      const body: { code?: string } = JSON.parse(bytes.toString());
      return body.code;
    },
  };
}

type MediaFixtureOptions = Pick<MediaOptions, 'pictureMs'> & {
  /** Creates the store in a folder. A test may wrap it. */
  readonly storeOf?: (dataDir: string) => MediaStore;
  /** An outside scanner; none by default. */
  readonly scanner?: { readonly url: string; readonly secret: string };
};

type People = Awaited<ReturnType<typeof startAccounts>>;

/** Creates safety with the scanner of a test, if there is one. */
function safetyOf({ database, jobs }: People, scanner: MediaFixtureOptions['scanner']) {
  const safety = createSafety({
    database,
    jobs,
    logger: createLogger('silent'),
    hasLimits: false,
    scanner: { url: scanner?.url, secret: scanner?.secret, userKey: TEST_SECRET },
  });
  safety.startJobs();
  return safety;
}

/** Returns the names of the files in a folder, recursively. */
async function filesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile()).map((file) => file.name);
}

/** Starts media with accounts behind a real HTTP server, a picture host, and an adjustable clock. */
export async function startMedia({
  pictureMs,
  scanner,
  storeOf = createDiskStore,
}: MediaFixtureOptions = {}) {
  const people = await startAccounts();
  const pictures = await startPictureHost();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-media-'));
  const uploadFolder = await mkdtemp(path.join(tmpdir(), 'adda-uploads-'));
  const [logger, store] = [createLogger('silent'), storeOf(dataDir)];
  const safety = safetyOf(people, scanner);
  const { database, jobs, accounts } = people;
  const media = createMedia({
    safety,
    database,
    jobs,
    accounts,
    store,
    outbound: pictures.outbound,
    messagesWithMedia: { placesShowing, wasSent },
    secret: TEST_SECRET,
    logger,
    pictureMs,
    workFolder: uploadFolder,
    clock: people.now,
  });
  media.startJobs();
  const app = await createHttpServer({
    isOwnOrigin: () => false,
    apiKey: DEFAULT_API_KEY,
    authenticate: accounts.authenticate,
    limiter: () => undefined,
    assertWritable: database.assertWritable,
    logger,
    trustProxy: 0,
    https: false,
    uploadFolder,
  });
  registerRoutes(app, mediaRoutes, media.handlers);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = createClient(url);

  return {
    url,
    media,
    safety,
    store,
    pictures,
    database,
    jobs,
    passSeconds: people.passSeconds,
    now: people.now,
    /** Registers a user. Returns their token and id. */
    async person() {
      const { username, token } = await people.register();
      const { userId } = await people.accounts.authenticate(token);
      return { username, token, userId };
    },
    /** Sends a form as a browser does; `client` only sends JSON. */
    async sendForm(token: string, form: FormData) {
      const headers = { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` };
      const response = await fetch(`${url}${UPLOAD_PATH}`, { method: 'POST', headers, body: form });
      const body: UploadResponse = JSON.parse(await response.text());
      return { status: response.status, ...body };
    },
    /** Uploaded files currently on disk. */
    uploadsOnDisk: () => readdir(uploadFolder),
    uploadFolder,
    importUrl: (token: string, address: string) =>
      client('POST /api/images/upload-image-url/', { body: { url: address } }, { token }),
    open: (link: string, proof?: LinkProof) => openLink(url + link, proof),
    /** Ids of the images whose bytes are stored. */
    keptFiles: () => filesIn(dataDir),
    async stop() {
      await app.close();
      await pictures.close();
      await people.stop();
      await media.close();
      await safety.close();
      await rm(dataDir, { recursive: true, force: true });
      await rm(uploadFolder, { recursive: true, force: true });
    },
  };
}

export type MediaFixture = Awaited<ReturnType<typeof startMedia>>;
