/** A place in the list of messages: a message, and how far its upper edge is below that of the list, in pixels. */
export type ReadingPlace = { readonly sequence: number; readonly offset: number };

/** The place where the user last read in a conversation; kept for the lifetime of the tab, until logout (FT-02). */
export const storedPlace = {
  get(key: string): ReadingPlace | undefined {
    const [sequence = 0, offset = 0] = (sessionStorage.getItem(key) ?? '').split(' ').map(Number);
    return sequence > 0 && Number.isFinite(offset) ? { sequence, offset } : undefined;
  },
  /** Undefined at the newest messages. */
  set(key: string, place: ReadingPlace | undefined): void {
    if (place) sessionStorage.setItem(key, `${place.sequence} ${place.offset}`);
    else sessionStorage.removeItem(key);
  },
};

/** A place to show; without `offset` in the upper part of the list. */
export type TargetPlace = { readonly sequence: number; readonly offset?: number };

/** What the list shows next: a place, or the newest messages. */
export type ListTarget = {
  /** Different for each jump. */
  readonly id: number;
  /** Undefined for the newest messages. */
  readonly place?: TargetPlace | undefined;
  /** The message is marked for a moment, and receives the focus (RY-04). */
  readonly isMarked?: boolean;
  /** The focus stays where it is, although the message is marked. */
  readonly keepsFocus?: boolean;
};

/** Where the list of a conversation is, and the ways to other places. */
export type ListPlaces = {
  /** A new one scrolls. */
  readonly target: ListTarget | undefined;
  /** It is not decided yet where the list opens: nothing counts as read. */
  readonly isOpening: boolean;
  /** There is a place to come back to. */
  readonly hasFormer: boolean;
  /** Loading at the end of a window far from the newest messages; after a failure the user retries. */
  readonly isLoadingNewer: boolean;
  readonly hasNewerFailed: boolean;
  readonly onLoadNewer: () => void;
  /** Shows a message; the place of `area`, the list, can be returned to. */
  readonly onJump: (sequence: number, area: HTMLElement | null) => void;
  readonly onBack: () => void;
  readonly onLatest: () => void;
  /** Stores the place after scrolling; undefined at the end. */
  readonly onKeep: (place: ReadingPlace | undefined) => void;
  /** Steps through the results of a search (SR-03). */
  readonly steps: SearchSteps;
};

/** The ways of a search in the conversation. */
export type SearchSteps = {
  /** The key of the stored place. */
  readonly key: string;
  /** Shows a place; `isMarked`: exactly this message. */
  readonly show: (place: TargetPlace, isMarked: boolean, keepsFocus?: boolean) => Promise<boolean>;
  /** Changes the places to come back to. */
  readonly setFormer: (change: (places: readonly ReadingPlace[]) => readonly ReadingPlace[]) => void;
};

/** Unread messages that mention the user; `oldest` is a sequence (MN-03). */
export type UnreadMentions = { readonly count: number; readonly oldest: number };
