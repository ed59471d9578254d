import type { PictureName } from './picture-names.ts';

/** A line of a thread by its n-th speaker, counted from 0. */
export type Line = {
  readonly by: number;
  readonly says: string;
  /** Whispered to this speaker. */
  readonly to?: number;
  /** Id of an attached YouTube video. */
  readonly video?: string;
  readonly picture?: PictureName;
  /** Deleted by its sender. */
  readonly isTakenBack?: boolean;
  /** Pinned by the owner of the room. */
  readonly isPinned?: boolean;
};

/** The lines of a conversation, in an order that makes sense. */
export type Thread = readonly Line[];

type Extras = Omit<Line, 'by' | 'says'>;

/** Creates one line of a thread. */
export const line = (by: number, says: string, extras: Extras = {}): Line => ({ by, says, ...extras });
