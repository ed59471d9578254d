import type { UploadHashes } from '../safety/index.ts';
import type { ImageKind, Container } from './media.policy.ts';

/** A picture to be re-encoded, with options. */
export type ImageJob = {
  /** Its bytes, or the path of a file. */
  readonly source: Uint8Array | string;
  /** Accepted kinds; all by default. */
  readonly kinds?: readonly ImageKind[];
  /** Longest side of the result in pixels. Smaller images keep their size. */
  readonly maxSide?: number;
  /** Longest side of an additional small result; none by default, and none when the main result is not larger. */
  readonly smallSide?: number;
  /** Whether to crop to the centred square. */
  readonly isSquare?: boolean;
  /** Longest side of a still preview, and of a placeholder of a few pixels; none by default. */
  readonly previewSide?: number;
  readonly blurSide?: number;
  /** Encoding quality, 1 to 100. */
  readonly quality?: number;
  /** Whether an animation stays animated; otherwise its first frame is used. */
  readonly animated?: boolean;
  /** Memory limit of the process for this job; default 235 MB. */
  readonly maxBytes?: number;
};

/** A re-encoded image: webp without metadata; width and height in pixels of one frame. */
export type RewrittenImage = WrittenImage & {
  /** SHA-256 of the original bytes, and perceptual hash of the whole picture before cropping. */
  readonly hashes: UploadHashes;
  /** The small result, if requested and smaller. */
  readonly small?: Uint8Array;
  readonly preview?: Uint8Array;
  readonly blur?: Uint8Array;
};

/** One size of an image. */
export type WrittenImage = {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
};

/** A response of the image process. */
export type ImageReply = {
  readonly image?: RewrittenImage;
  /** Why there is no image. */
  readonly refusal?: string;
  /** Whether the process holds too much memory to start another job. */
  readonly isMemoryHigh: boolean;
};

/** A video to be re-encoded, with the limits of its process. */
export type VideoJob = {
  readonly source: string;
  /** Determined by the first bytes; the file is read as this kind only. */
  readonly container: Container;
  /** Exclusive folder for the results. */
  readonly folder: string;
  /** Limits of memory and processor time. */
  readonly maxBytes: number;
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
export type VideoReply =
  | { readonly video: RewrittenVideo }
  /** Why there is no video: a problem of the file itself. */
  | { readonly refusal: string }
  /** Any other failure. */
  | { readonly failure: string };
