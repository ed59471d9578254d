import type { UploadHashes } from '../safety/index.ts';
import type { ImageKind } from './image-kind.ts';

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
  /** Longest side of a still preview, and of a stand-in of a few pixels; none by default. */
  readonly previewSide?: number;
  readonly blurSide?: number;
  /** Encoding quality, 1 to 100. */
  readonly quality?: number;
  /** Whether an animation stays animated; otherwise its first frame is used. */
  readonly animated?: boolean;
  /** Memory limit of the process for this job; default 235 MB. */
  readonly mostBytes?: number;
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
export type ImageAnswer = {
  readonly image?: RewrittenImage;
  /** Why there is no image. */
  readonly refusal?: string;
  /** Whether the process holds too much memory to start another job. */
  readonly isMemoryHigh: boolean;
};
