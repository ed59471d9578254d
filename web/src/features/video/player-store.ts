/** The video that is open in the player. */
export type OpenVideo = {
  readonly videoId: string;
  /** Counts the presses of Play; another press on the same video brings the player back to sight. */
  readonly presses: number;
  /** What had the focus when Play was pressed; it gets the focus back. */
  readonly opener: Element | null;
};

const listeners = new Set<() => void>();
let open: OpenVideo | undefined;

function commit(next: OpenVideo | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Which video is open, for the whole app: the player outlives the chat that it was opened in. */
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

/** Opens a video in the player, in place of another one; call it for a press of Play alone (VP-01). */
export function openVideo(videoId: string): void {
  commit({ videoId, presses: (open?.presses ?? 0) + 1, opener: document.activeElement });
}
