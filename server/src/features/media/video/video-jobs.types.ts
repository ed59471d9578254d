import type { Container } from '../files/file-kind.ts';

/** A video to be re-encoded, with the limits of its process. */
export type VideoJob = {
  readonly source: string;
  /** Determined by the first bytes; the file is read as this kind only. */
  readonly container: Container;
  /** Exclusive folder for the results. */
  readonly folder: string;
  /** Limits of memory and processor time. */
  readonly mostBytes: number;
  readonly cpuSeconds: number;
};

/** A re-encoded video: MP4 with H.264 and AAC, playable while it loads, without metadata. */
export type RewrittenVideo = {
  readonly file: string;
  /** Path of a still picture of it. */
  readonly poster: string;
  readonly bytes: number;
  /** As displayed, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
};

/** The single response of the video process. */
export type VideoAnswer =
  | { readonly video: RewrittenVideo }
  /** Why there is no video: a problem of the file itself. */
  | { readonly refusal: string }
  /** Any other failure. */
  | { readonly failure: string };
