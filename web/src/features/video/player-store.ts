/** The video that is open in the player. */
export type OpenVideo = {
  readonly videoId: string;
  /** Number of presses of Play; a further press on the same video shows a minimized player again. */
  readonly presses: number;
  /** The element that had the focus when Play was pressed; it receives the focus again. */
  readonly opener: Element | null;
};

const listeners = new Set<() => void>();
let open: OpenVideo | undefined;

function commit(next: OpenVideo | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}

/** The open video, for the whole app: the player outlives the chat in which it was opened. */
export const playerStore = {
  current: (): OpenVideo | undefined => open,
  close(): void {
    if (open) commit(undefined);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Opens a video in the player and replaces an open one; call it only for a press of Play (VP-01). */
export function openVideo(videoId: string): void {
  commit({ videoId, presses: (open?.presses ?? 0) + 1, opener: document.activeElement });
}
