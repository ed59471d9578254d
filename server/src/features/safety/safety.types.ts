import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';

/** What the program gives to safety. */
export type SafetyOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  /** Whether request-rate limits are on; limits of new accounts are part of them. */
  readonly hasLimits: boolean;
  /** The outside scanner; none where `url` is undefined. `userKey` makes the pseudonyms of people that it is told. */
  readonly scanner: {
    readonly url: string | undefined;
    readonly secret: string | undefined;
    readonly userKey: string;
  };
};

/** Text with listed words that went through, and where it stands. */
export type FlaggedText = {
  readonly userId: number;
  readonly words: readonly string[];
  readonly messageId?: string;
  readonly mediaId?: string;
  readonly groupId?: string;
  /** A picture that was kept before anything showed it; `words` say what the scanner found. */
  readonly imageId?: string;
  /** A comment under somebody's post. */
  readonly commentId?: string;
};

/** The word list (SV-105). Every node has it in memory; a change reaches all within seconds. */
export type WordFilter = {
  /** The words of `review` that the texts hold, none as a rule. Throws `words_refused` where one holds a refused word. */
  readonly judge: (...texts: readonly (string | null | undefined)[]) => readonly string[];
  /**
   * Puts what went through into the queue of reports, where `words` holds any; to be called after the text was stored,
   * outside its transaction. Never throws.
   */
  readonly raise: (flagged: FlaggedText) => void;
  /** Who makes reports of it: moderation. */
  readonly onRaised: (listener: (flagged: FlaggedText) => Promise<void>) => void;
};

/** Limits of accounts in their first days (SV-105). */
export type NewAccounts = {
  /**
   * Counts a first contact: somebody new writes to somebody who never wrote to them. To be called in the transaction
   * that opens their conversation, which holds the pair; accounts that are not new cost nothing. Throws
   * `first_contacts_used_up` with `most` and `retry_after`; then nothing may be stored.
   */
  readonly admitContact: (
    tx: Tx,
    contact: { readonly senderId: number; readonly senderSince: Date; readonly recipientId: number },
  ) => Promise<void>;
  /** Whether links from an account that was made `since` stay plain text for those who never wrote to it. */
  readonly hasPlainLinks: (since: Date) => boolean;
};

/** Of a file: the SHA-256 of what was sent (64 hex digits) and the perceptual hash of what it shows (16), if any. */
export type UploadHashes = { readonly sha256: string; readonly dhash: string | null };

/** What the scanner is given of a file: before anybody else may see it. */
export type ScannedFile = {
  readonly purpose: 'message' | 'post' | 'avatar' | 'remote' | 'ad';
  readonly kind: 'image' | 'video';
  readonly contentType: string;
  readonly bytes: () => AsyncIterable<Uint8Array>;
  readonly size: number;
  /** Who sends it; null for ads and pictures from elsewhere. */
  readonly userId: number | null;
  readonly hashes: UploadHashes;
};

/** Files that must not come back, and the outside scanner. */
export type Uploads = {
  /** Throws `upload_refused` for a file that is on the list, and counts it. Not to be called in a transaction. */
  readonly judge: (hashes: UploadHashes) => Promise<void>;
  /**
   * Lets the scanner look. Answers null, or what to raise for a second look (`WordFilter.raise`) once the file is kept. Throws
   * `upload_refused`, or `scanner_unavailable` where it does not answer.
   */
  readonly scan: (file: ScannedFile) => Promise<string | null>;
  /** Puts files on the list; what is there already stays. */
  readonly keepOut: (
    tx: Tx,
    files: readonly UploadHashes[],
    why: { readonly addedBy: number; readonly reportId: string | null; readonly note: string | null },
  ) => Promise<void>;
};
