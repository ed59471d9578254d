import type { UploadHashes } from '../safety/index.ts';
import type { AudioContainer, ImageKind, Container } from './media.policy.ts';

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

/** Limits of the process of one job: memory in bytes, processor time in seconds. */
export type JobLimits = { readonly maxBytes: number; readonly cpuSeconds: number };

/** The single response of a process of one job. */
export type JobReply<Result> =
  | { readonly result: Result }
  /** Why there is no result: a problem of the file itself. */
  | { readonly refusal: string }
  /** Any other failure. */
  | { readonly failure: string };

/** A video to be re-encoded. */
export type VideoJob = JobLimits & {
  readonly source: string;
  /** Determined by the first bytes; the file is read as this kind only. */
  readonly container: Container;
  /** Exclusive folder for the results. */
  readonly folder: string;
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

/** A recording to be re-encoded. */
export type AudioJob = JobLimits & {
  readonly source: string;
  /** Determined by the first bytes; the file is read as this kind only. */
  readonly container: AudioContainer;
  /** Path of the result. */
  readonly file: string;
  /** A longer recording is refused. */
  readonly maxSeconds: number;
};

/** A re-encoded recording: MP4 with AAC, playable while it loads, without metadata. */
export type RewrittenAudio = {
  /** Measured by decoding. */
  readonly durationMs: number;
  /** The peaks of `WAVEFORM_SLICES` equal slices, integers from 0 to 100 (full scale). */
  readonly waveform: readonly number[];
  readonly bytes: number;
};
