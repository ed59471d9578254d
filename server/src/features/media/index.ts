/**
 * Media owns pictures, recordings and the files of posts: it receives and re-encodes them, keeps their bytes in the media store
 * and serves them through signed links. It owns the tables `images`, `recordings` and `media_files`. A feature that shows an image
 * stores its id, calls `markUsed`, creates a link for each viewer with `messageLink` or `imageLink` and sets `viewerCookie` with the
 * response; the permission is checked again whenever the link is opened (ADR 36). `&size=small` selects the small
 * variant. `remoteLink` shows an external picture without revealing the viewer to its host. A post's file is received
 * by `files.receive`, kept by `files.use` in the transaction that stores the post, and served with `files.open` and
 * `fileLink`. Profile pictures (`avatars`) are the exception: anyone who knows the URL may see the picture.
 */
import './media.tables.ts';
import { availableParallelism, tmpdir } from 'node:os';
import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { createFailFastStore, type MediaStore } from '../../platform/media-store/index.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import type { ServerSecret } from '../../platform/secrets/server-secrets.ts';
import { createAvatars } from './avatars.service.ts';
import { createRemoval } from './media-removal.jobs.ts';
import { createCopies } from './copies.service.ts';
import { createFetchPicture, createRemotePictures } from './remote-pictures.service.ts';
import {
  createFileLinks,
  type FileLink,
  createEvidenceLinks,
  createExportLinks,
  createLinks,
  type Links,
  type LinkProof,
} from './links.service.ts';
import { createFileJobs } from './files/files.jobs.ts';
import { createFileWriters } from './files/write-file.service.ts';
import { createFiles } from './files/files.service.ts';
import { createViewerCookie, createLinkClaim } from './viewer.service.ts';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import { createImageWriter } from './image-writer.service.ts';
import { createImages } from './images.service.ts';
import { hashesOf } from './images.repository.ts';
import type { MessageMedium, MessagesWithMedia } from './message-media.repository.ts';
import { createAudioWriter } from './audio/audio-writer.service.ts';
import { createRecordings } from './audio/recordings.service.ts';
import { mediaHandlers } from './media.routes.ts';
import { createMessageMedia } from './message-media.service.ts';
import { createScreening } from './screening.service.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Safety } from '../safety/index.ts';
import { createVideoWriter } from './video/video-writer.service.ts';

export { avatarIdOf, type CopySource, type StoredCopy } from './copies.service.ts';
export { type ViewerCookie, createLinkViewer } from './viewer.service.ts';
export type { StoredImage } from './images.repository.ts';
export type { StoredRecording } from './audio/recordings.repository.ts';
export type { MessageMedium } from './message-media.repository.ts';
export { mediaSections } from './media.personal.repository.ts';

/** Dependencies of the feature. */
export type MediaOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly store: MediaStore;
  readonly outbound: Outbound;
  readonly accounts: Pick<Accounts, 'authenticate'>;
  /** Conditions on the messages that contain a picture or a recording. */
  readonly messagesWithMedia: MessagesWithMedia;
  readonly safety: Pick<Safety, 'uploads' | 'wordFilter'>;
  /** The secret of the tokens. Keys of links are derived from it. */
  readonly secret: ServerSecret;
  readonly logger: Logger;
  /** Folder for the compiled code of the image process; exclusive to this server. */
  readonly cacheFolder?: string;
  /** Folder for temporary files; old ones may be deleted. */
  readonly workFolder?: string;
  /** Timeout of one picture in milliseconds; default: that of the writer. */
  readonly pictureMs?: number;
  /** Returns the current time; default: the system clock. */
  readonly clock?: () => Date;
};

/** Creates the feature. Call `startJobs` once before the job queue starts, `close` at the end. */
export function createMedia({ secret, logger, clock = () => new Date(), ...options }: MediaOptions) {
  const { database, jobs, store, outbound, cacheFolder, pictureMs, workFolder = tmpdir() } = options;
  // For requests of users; jobs use the store itself, which waits longer.
  const promptStore = createFailFastStore(store);
  const links = createLinks(secret, clock);
  const screening = createScreening(options.safety);
  const writer = createImageWriter({ cacheFolder, jobMs: pictureMs });
  const fetchPicture = createFetchPicture({ outbound, writer, logger });
  const removal = createRemoval(jobs);
  const { removeBytes } = removal;
  const pictures = { database, store: promptStore, removeBytes, fetchPicture, writer, screening, clock };
  const images = createImages(pictures);
  const audioWriter = createAudioWriter({ cacheFolder });
  const recordings = createRecordings({ ...pictures, writer: audioWriter, workFolder });
  const remotePictures = createRemotePictures(fetchPicture, screening);
  const avatars = createAvatars(pictures);
  const videos = createVideoWriter({ cacheFolder });
  const fileJobs = createFileJobs({
    database,
    jobs,
    store,
    logger,
    writers: createFileWriters(writer, videos),
    screening,
    semaphore: createSemaphore({ atOnce: availableParallelism(), waiting: Infinity }),
    workFolder,
  });
  const { onSettled } = fileJobs;
  const files = createFiles({ database, jobs, store: promptStore, screening, clock, onSettled });
  const fileLinks = createFileLinks(secret, clock);
  const copies = createCopies({ database, store, promptStore, workFolder });
  const { importFromUrl, importFromFile, findOwn, markUsed, removeUnused } = images;

  const { messageLink, imageLink, remoteLink } = linkMakersOf(links);
  const viewerCookie = createViewerCookie(secret);
  const messageMedia = createMessageMedia({
    database,
    images,
    recordings,
    links,
    claimOf: createLinkClaim(options.accounts, viewerCookie),
    messages: options.messagesWithMedia,
    clock,
  });
  const shown = { images, recordings, avatars, messageMedia, remotePictures };
  return {
    handlers: mediaHandlers({ ...shown, viewerCookie, links, imageLink }),
    importFromUrl,
    importFromFile,
    findOwn,
    markUsed,
    imageLink,
    messageLink,
    /** Returns an own recording that was not sent yet; undefined for any other id. Throws `upload_refused`. */
    findUnsentRecording: recordings.findUnsent,
    remoteLink,
    avatars,
    /** Returns the hashes of removed media, to refuse later uploads of them (SV-105). */
    hashesOf,
    files,
    copies,
    evidenceLinks: createEvidenceLinks(links),
    exportLinks: createExportLinks(links),
    ...removal,
    /** Returns a link to a post's file for one viewer. The caller has checked that they may see it. */
    fileLink: (link: FileLink): string => fileLinks.linkTo(link),
    fileSecondsLeft: fileLinks.secondsLeft,
    viewerCookie,
    startJobs(): void {
      jobs.every('media.unused-images', '23 * * * *', removeUnused);
      jobs.every('media.unused-recordings', '26 * * * *', recordings.removeUnused);
      jobs.every('media.unused-files', '29 * * * *', files.removeUnused);
      fileJobs.start();
    },
    /** Ends the decoder processes. Resolves when their jobs have returned to the queue. */
    async close(): Promise<void> {
      fileJobs.beginClosing();
      writer.close();
      videos.close();
      audioWriter.close();
      await fileJobs.finish();
    },
  };
}

/** Creates the functions that make links to pictures and recordings. */
const linkMakersOf = (links: Links) => {
  const messageLink = ({ kind, id }: MessageMedium, audience: string): string => {
    const token = links.audienceToken(audience);
    const folder = kind === 'image' ? 'images' : 'audio';
    return linkTo(`/media/${folder}/${id}`, { for: token }, links.prove([kind, id, token]));
  };
  return {
    /**
     * Returns a link for one audience, such as `user:12` or `group:<id>`. Call it for viewers who may see the message;
     * opening it checks the permission again.
     */
    messageLink,
    /** Returns a link to an image for one audience. */
    imageLink: (id: string, audience: string): string => messageLink({ kind: 'image', id }, audience),
    /** Returns a link to an external picture that this server fetches. */
    remoteLink: (url: string): string => linkTo('/media/remote', { url }, links.prove(['remote', url])),
  };
};

function linkTo(path: string, parts: Readonly<Record<string, string>>, proof: LinkProof): string {
  return `${path}?${new URLSearchParams({ ...parts, ...proof }).toString()}`;
}

/** The interface of the feature. */
export type Media = ReturnType<typeof createMedia>;
