/** How a toast looks and is read out: `problem` interrupts the screen reader, the others wait for a pause. */
export type ToastTone = 'info' | 'success' | 'problem';

/** A short message that disappears automatically, unless it is a question. */
export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
  /** One offered action. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** It stays until it is answered; called when it is dismissed by hand. */
  readonly onDismissed?: () => void;
};

/** Options of a toast. */
export type ToastOptions = Partial<Pick<Toast, 'tone' | 'action' | 'onDismissed'>>;

const MAX_TOASTS = 3;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

function commit(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** The toast queue. Call it from anywhere; `<Toasts/>` renders it. */
export const toast = {
  /** Shows a text; an identical text that is still visible is replaced, not repeated. Returns the toast's id. */
  show(text: string, { tone = 'info', ...options }: ToastOptions = {}): number {
    lastId += 1;
    const others = toasts.filter((other) => other.text !== text);
    commit([...others, { id: lastId, text, tone, ...options }].slice(-MAX_TOASTS));
    return lastId;
  },
  /** Reports a success. */
  success: (text: string): number => toast.show(text, { tone: 'success' }),
  /** Reports a failure; read out immediately. */
  problem: (text: string, action?: Toast['action']): number => toast.show(text, { tone: 'problem', action }),
  dismiss(id: number): void {
    if (toasts.some((other) => other.id === id)) commit(toasts.filter((other) => other.id !== id));
  },
  /** Removes all toasts. */
  clear: (): void => commit([]),
  /** Returns the visible toasts; the same array until they change. */
  current: (): readonly Toast[] => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
