import type { PictureName } from './picture-names.ts';

/** Something said in a thread by its n-th speaker, counted from 0. */
export type Line = {
  readonly by: number;
  readonly says: string;
  /** Whispered to this speaker. */
  readonly to?: number;
  /** Id of a YouTube video that comes along. */
  readonly video?: string;
  readonly picture?: PictureName;
  /** Deleted by whoever said it. */
  readonly isTakenBack?: boolean;
};

/** A piece of conversation that makes sense from its first line to its last. */
export type Thread = readonly Line[];

type Extras = Omit<Line, 'by' | 'says'>;

/** One line of a thread. */
export const line = (by: number, says: string, extras: Extras = {}): Line => ({ by, says, ...extras });
