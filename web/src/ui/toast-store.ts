/** How a toast looks and is read out: `problem` interrupts, the others wait for a pause. */
export type ToastTone = 'info' | 'success' | 'problem';

/** A short message that goes by itself. */
export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
  /** One thing to do about it. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
};

/** What may be said beyond the text. */
export type ToastOptions = Partial<Pick<Toast, 'tone' | 'action'>>;

const MOST_AT_ONCE = 3;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

function commit(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Messages that come and go. Call from anywhere; `<Toasts/>` shows them. */
export const toast = {
  /** Shows a text; the same text that is still there is replaced, not repeated. Returns its id. */
  show(text: string, { tone = 'info', action }: ToastOptions = {}): number {
    lastId += 1;
    const others = toasts.filter((other) => other.text !== text);
    commit([...others, { id: lastId, text, tone, action }].slice(-MOST_AT_ONCE));
    return lastId;
  },
  /** Something worked. */
  success: (text: string): number => toast.show(text, { tone: 'success' }),
  /** Something did not work; read out at once. */
  problem: (text: string, action?: Toast['action']): number => toast.show(text, { tone: 'problem', action }),
  dismiss(id: number): void {
    if (toasts.some((other) => other.id === id)) commit(toasts.filter((other) => other.id !== id));
  },
  /** Takes all away. */
  clear: (): void => commit([]),
  /** What is shown now; the same array until it changes. */
  current: (): readonly Toast[] => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
