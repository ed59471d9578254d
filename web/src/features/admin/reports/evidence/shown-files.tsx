import { createContext, use, useState, type ReactNode } from 'react';

/** Which evidence files are revealed. All are hidden at first. */
export type ShownFiles = {
  readonly isShown: (url: string) => boolean;
  readonly toggle: (url: string) => void;
  /** Reveals all files, or hides them again. */
  readonly toggleAll: () => void;
};

const Context = createContext<ShownFiles>({
  isShown: () => false,
  toggle: () => undefined,
  toggleAll: () => undefined,
});

/** Stores which files of the open report are revealed, for the content of {@link ShownFilesProvider}. */
export function useShownFilesState(openId: string | undefined): ShownFiles {
  const hidden = { openId, areAll: false, others: new Set<string>() };
  const [stored, setStored] = useState(hidden);
  // Another report was opened.
  const state = stored.openId === openId ? stored : hidden;
  return {
    isShown: (url) => state.areAll !== state.others.has(url),
    toggle: (url) => setStored({ ...state, others: state.others.symmetricDifference(new Set([url])) }),
    toggleAll: () => setStored({ ...hidden, areAll: !state.areAll }),
  };
}

/** Provides {@link ShownFiles} to the files inside. */
export function ShownFilesProvider({ files, children }: { files: ShownFiles; children: ReactNode }) {
  return <Context value={files}>{children}</Context>;
}

/** Returns which files are revealed. */
export const useShownFiles = (): ShownFiles => use(Context);
