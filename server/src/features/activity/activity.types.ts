import type { ActivityKind, ActivitySubject } from '@adda/contract/activity';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/** Something that happened to a user; the feature in which it happened tells it in the transaction that stores it. */
export type NewActivity = {
  /** Whom it happened to. */
  readonly userId: number;
  readonly kind: Exclude<ActivityKind, 'announcement'>;
  /**
   * What it is about. `id` as clients know it; for notifications of operators the id of the notification, for an order, gift or
   * subscription the id of its feature.
   */
  readonly subject: { readonly type: ActivitySubject['type']; readonly id: string };
  /** Who did it; null for operators. Ignored if it is the user. */
  readonly actorId: number | null;
};

/** A stored item. Kinds that are joined have no single actor: who it is stands in the tables of their feature. */
export type StoredActivity = {
  readonly id: string;
  readonly kind: ActivityKind;
  readonly subjectType: ActivitySubject['type'];
  readonly subjectId: string;
  readonly actorId: number | null;
  /** The time of the first of what is joined; it ends `ACTIVITY_GROUP_HOURS` later. */
  readonly openedAt: Date;
  readonly happenedAt: Date;
  readonly isRead: boolean;
};

/** What a reader may see of an item. */
export type ResolvedActivity = {
  /** At most `ACTIVITY_ACTORS_MAX`, the newest first, without users whom the reader may not see. */
  readonly actorIds: readonly number[];
  readonly actorCount: number;
  readonly subject: ActivitySubject;
  /** Plain text; shortened by the activity. */
  readonly excerpt: string;
  /** Whether the reader has seen it elsewhere, such as a mention in a room that was read up to there. */
  readonly isSeen?: boolean;
};

/**
 * A feature in which things happen: it reads what an item shows. An item is left out if the reader may not see it (any more): its
 * subject is deleted or hidden from them, or none of its actors is left whom they may see (NT-01).
 */
export type ActivitySource = {
  readonly kinds: readonly ActivityKind[];
  readonly resolve: (
    db: Queryable,
    readerId: number,
    items: readonly StoredActivity[],
  ) => Promise<ReadonlyMap<string, ResolvedActivity>>;
  /** Returns the ids of the items that `resolve` would return with `isSeen` not true; cheaper, as unread items are counted often. */
  readonly listUnseen: (
    db: Queryable,
    readerId: number,
    items: readonly StoredActivity[],
  ) => Promise<ReadonlySet<string>>;
  /**
   * For kinds that are joined: returns the newest subjects of items to which a user was added, at most `limit`, so that open screens
   * are told when that user may not be seen any more, or may again.
   */
  readonly listSubjectsBy?: (
    db: Queryable,
    actorId: number,
    limit: number,
  ) => Promise<readonly NewActivity['subject'][]>;
};

/** What other features call: one call says that something happened to somebody, the activity decides where it is told. */
export type ActivityTeller = {
  /**
   * Stores what happened, in the transaction in which it happened: a new item, or one more of what is joined, which makes the
   * item unread and moves it up. The main screens of the users are told after the commit (NT-02). Nothing is stored about what
   * users do to themselves.
   */
  readonly tell: (tx: Tx, happened: readonly NewActivity[]) => Promise<void>;
  /**
   * Call when subjects changed, were deleted, or lost an actor (a like that is taken back): after the commit the main screens of
   * those who have items about them get the items as they are now, or that they are gone.
   */
  readonly changed: (tx: Tx, subjects: readonly NewActivity['subject'][]) => Promise<void>;
  /**
   * For a feature whose SQL stores items with what happened: after the commit the main screens of their users get these items, as
   * `changed` says; ones that are `told` are new, so that there is nothing to take away from users who may not see them.
   */
  readonly show: (
    tx: Tx,
    items: readonly { readonly userId: number; readonly itemId: string }[],
    how: 'told' | 'changed',
  ) => void;
};
