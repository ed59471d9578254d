import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { userStorageKey } from '../../../platform/user-storage.ts';
import type { Conversation } from '../history/conversation.ts';
import type { MessageStore } from '../history/message-store.ts';
import {
  storedPlace,
  type ListPlaces,
  type ListTarget,
  type ReadingPlace,
  type TargetPlace,
} from '../list/reading-place.ts';
import { prefetchedComponents } from '../prefetch.ts';

/** Space above the last message that was read when a conversation opens at the first unread one, in pixels. */
const READ_ABOVE_PX = 48;

const hasUnread = ({ messages }: MessageStore, readTo: number, account: string): boolean =>
  readTo > 0 && messages.some(({ sequence, sender }) => sequence > readTo && sender !== account);

/** Loading a page at one end of the list, and whether the last try failed. */
export function usePages(load: () => Promise<void>) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const start = () => {
    setState('loading');
    load().then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  return { isLoading: state === 'loading', hasFailed: state === 'failed', load: start };
}

/** Where a conversation opens (FT-02, FT-07), and the read position at that time. */
export type OpensAt = {
  readonly account: string;
  readonly readTo: number;
  /** The sequence of a link to a message. */
  readonly linked: number | undefined;
};

/** Reads the code of the jumps; it is prefetched with the messages. */
async function jumpCode() {
  await prefetchedComponents.parts.load();
  return prefetchedComponents.parts.code;
}

/**
 * What the list shows next: `aim` sets it. `show` loads the messages first, shows a place, or the nearest one (with
 * `isMarked` exactly this message), and returns whether it is shown.
 */
function useTarget(conversation: Conversation) {
  const client = useQueryClient();
  const [target, setTarget] = useState<ListTarget>();
  const lastId = useRef(0);
  const aim = useCallback((given: Omit<ListTarget, 'id'>) => {
    lastId.current += 1;
    setTarget({ id: lastId.current, ...given });
  }, []);
  const show = useCallback(
    (place: TargetPlace, isMarked: boolean, keepsFocus = false): Promise<boolean> =>
      jumpCode().then(
        (code) => code?.showPlace(client, conversation, { place, isMarked, keepsFocus }, aim) ?? false,
        () => false, // without its code the list stays where it is
      ),
    [client, conversation, aim],
  );
  return { target, aim, show };
}

/**
 * Where the list is: at a message that was jumped to, or where it opens; and the places to come back to (RY-04). Loads
 * messages that are not held.
 */
export function useJump(
  conversation: Conversation,
  store: MessageStore | undefined,
  opensAt: OpensAt,
): ListPlaces {
  const { account, readTo, linked } = opensAt;
  const client = useQueryClient();
  const key = userStorageKey('place', account, conversation.id);
  const { target, aim, show } = useTarget(conversation);
  const [former, setFormer] = useState<readonly ReadingPlace[]>([]);
  const jump = useCallback(
    async (sequence: number, area: HTMLElement | null): Promise<void> => {
      const place = area && prefetchedComponents.parts.code?.placeIn(area);
      if ((await show({ sequence }, true)) && place) setFormer((places) => [...places, place]);
    },
    [show],
  );
  const back = () => {
    const place = former.at(-1);
    setFormer(former.slice(0, -1));
    if (place) void show(place, false);
  };
  const latest = useCallback(() => {
    setFormer([]);
    prefetchedComponents.parts.code?.closeFar(client, conversation);
    aim({});
  }, [client, conversation, aim]);
  const isOpen = store !== undefined;
  const [isOpening, setOpening] = useState(true);
  useEffect(() => {
    if (!store) return;
    const place =
      storedPlace.get(key) ??
      (hasUnread(store, readTo, account) ? { sequence: readTo, offset: READ_ABOVE_PX } : undefined);
    const open = async () => {
      if (linked !== undefined) await show({ sequence: linked }, true);
      else if (place) await show(place, false);
      setOpening(false);
    };
    void open();
    // Where it opens is decided once, by the first messages.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen, key, linked]);
  const keep = useCallback((place: ReadingPlace | undefined) => storedPlace.set(key, place), [key]);
  const newer = usePages(async () => prefetchedComponents.parts.code?.loadNewer(client, conversation));
  return {
    target,
    isOpening,
    hasFormer: former.length > 0,
    isLoadingNewer: newer.isLoading,
    hasNewerFailed: newer.hasFailed,
    onLoadNewer: newer.load,
    onJump: jump,
    onBack: back,
    onLatest: latest,
    onKeep: keep,
    steps: { key, show, setFormer },
  };
}
