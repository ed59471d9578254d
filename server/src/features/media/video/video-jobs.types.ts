import type { Container } from '../files/file-kind.ts';

/** A video to be written anew, and what its process may take. */
export type VideoJob = {
  readonly source: string;
  /** What its first bytes say; nothing else reads it. */
  readonly container: Container;
  /** Folder of nobody else for what comes of it. */
  readonly folder: string;
  /** Memory and processor time that the process may have. */
  readonly mostBytes: number;
  readonly cpuSeconds: number;
};

/** A video as it is kept: MP4 with H.264 and AAC that can be played while it loads, without metadata. */
export type RewrittenVideo = {
  readonly file: string;
  /** A picture of it, in a file. */
  readonly poster: string;
  readonly bytes: number;
  /** As it is shown, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
};

/** What the video process answers, once. */
export type VideoAnswer =
  | { readonly video: RewrittenVideo }
  /** Why there is no video: something about the file itself. */
  | { readonly refusal: string }
  /** What went wrong besides. */
  | { readonly failure: string };
