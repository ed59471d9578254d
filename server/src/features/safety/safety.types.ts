import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';

/** Dependencies of the safety feature. */
export type SafetyOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  /** Whether request rate limits are on; limits of new accounts belong to them. */
  readonly hasLimits: boolean;
  /**
   * The external scanner; disabled if `url` is undefined. `userKey` derives the pseudonyms of users that are sent to
   * it.
   */
  readonly scanner: {
    readonly url: string | undefined;
    readonly secret: string | undefined;
    readonly userKey: string;
  };
};

/** A stored text that contains words under review, and where it is. */
export type FlaggedText = {
  readonly userId: number;
  readonly words: readonly string[];
  readonly messageId?: string;
  readonly mediaId?: string;
  readonly groupId?: string;
  /** A picture that was stored but is not published yet; `words` contains the finding of the scanner. */
  readonly imageId?: string;
  /** A recording in the same state. */
  readonly audioId?: string;
  /** A comment on a post. */
  readonly commentId?: string;
};

/** The word list (SV-105). Every node holds it in memory; a change reaches all nodes within seconds. */
export type WordFilter = {
  /**
   * Returns the `review` words in the texts, usually none. Throws `words_refused` if a text contains a refused word.
   */
  readonly check: (...texts: readonly (string | null | undefined)[]) => readonly string[];
  /**
   * Reports the stored text if `words` is not empty. Call after the text is stored, outside its transaction. Never
   * throws.
   */
  readonly report: (flagged: FlaggedText) => void;
  /** Registers the listener that creates the reports: moderation. */
  readonly onReported: (listener: (flagged: FlaggedText) => Promise<void>) => void;
};

/** Limits of accounts in their first days (SV-105). */
export type NewAccounts = {
  /**
   * Counts a first contact: a new account writes to a user who has never written to it. Call in the transaction that
   * creates their conversation, with the pair locked. Costs nothing for accounts that are not new. Throws
   * `first_contacts_used_up` with `most` and `retry_after`; the caller must then roll back.
   */
  readonly admitContact: (
    tx: Tx,
    contact: { readonly senderId: number; readonly senderSince: Date; readonly recipientId: number },
  ) => Promise<void>;
  /** Whether links by an account created at `since` stay plain text for users who have never written to it. */
  readonly hasPlainLinks: (since: Date) => boolean;
};

/**
 * Hashes of a file: the SHA-256 of the uploaded bytes (64 hex digits) and the perceptual hash (16 hex digits), if any.
 */
export type UploadHashes = { readonly sha256: string; readonly dhash: string | null };

/** A file as passed to the scanner, before any other user can see it. */
export type ScannedFile = {
  readonly purpose: 'message' | 'post' | 'avatar' | 'remote' | 'ad';
  readonly kind: 'image' | 'video' | 'audio';
  readonly contentType: string;
  readonly bytes: () => AsyncIterable<Uint8Array>;
  readonly size: number;
  /** The sender; null for ads and for remote pictures. */
  readonly userId: number | null;
  readonly hashes: UploadHashes;
};

/** Refused files and the external scanner. */
export type Uploads = {
  /** Throws `upload_refused` for a listed file and counts the hit. Do not call in a transaction. */
  readonly judge: (hashes: UploadHashes) => Promise<void>;
  /**
   * Sends the file to the scanner. Returns null, or a finding to pass to `WordFilter.report` once the file is stored.
   * Throws `upload_refused`, or `scanner_unavailable` if it does not respond.
   */
  readonly scan: (file: ScannedFile) => Promise<string | null>;
  /** Adds files to the list; existing entries stay unchanged. */
  readonly keepOut: (
    tx: Tx,
    files: readonly UploadHashes[],
    why: { readonly addedBy: number; readonly reportId: string | null; readonly note: string | null },
  ) => Promise<void>;
};
