import type { UploadHashes } from '../safety/index.ts';
import type { ImageKind } from './image-kind.ts';

/** A picture to be written anew, and how. */
export type ImageJob = {
  /** Its bytes, or the path of the file that holds them. */
  readonly source: Uint8Array | string;
  /** Kinds that are taken; all unless told. */
  readonly kinds?: readonly ImageKind[];
  /** Longest side of the result in pixels; smaller images stay as they are. */
  readonly maxSide?: number;
  /** Longest side of a second, small result; none unless told, and none where the first is no larger. */
  readonly smallSide?: number;
  /** Whether what is beyond the square in the middle is cut off. */
  readonly isSquare?: boolean;
  /** Longest side of a preview that does not move, and of a stand-in of a few pixels made from it; none unless told. */
  readonly previewSide?: number;
  readonly blurSide?: number;
  /** Of the encoding, 1 to 100. */
  readonly quality?: number;
  /** Whether an animation keeps moving; otherwise its first frame is taken. */
  readonly animated?: boolean;
  /** Memory that the process may have while it does this; 235 MB unless told. */
  readonly mostBytes?: number;
};

/** An image as it is kept: webp without any metadata; width and height in pixels of one frame. */
export type RewrittenImage = WrittenImage & {
  /** Of the bytes as they came, and of all that they show, whatever was cut off. */
  readonly hashes: UploadHashes;
  /** The same in small, where that was asked for and makes a difference. */
  readonly small?: Uint8Array;
  readonly preview?: Uint8Array;
  readonly blur?: Uint8Array;
};

/** One size of it. */
export type WrittenImage = {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
};

/** What the image process answers. */
export type ImageAnswer = {
  readonly image?: RewrittenImage;
  /** Why there is no image. */
  readonly refusal?: string;
  /** The process holds on to more memory than it should begin another job with. */
  readonly isSpent: boolean;
};
