import { createContext, use, useState, type ReactNode } from 'react';

/** Which evidence files are revealed. All are hidden at first. */
export type RevealedFiles = {
  readonly isShown: (url: string) => boolean;
  readonly toggle: (url: string) => void;
  /** Reveals all files, or hides them again. */
  readonly toggleAll: () => void;
};

const Context = createContext<RevealedFiles>({
  isShown: () => false,
  toggle: () => undefined,
  toggleAll: () => undefined,
});

/** Stores which files of the open report are revealed, for the content of {@link RevealedFilesProvider}. */
export function useRevealedFilesState(openId: string | undefined): RevealedFiles {
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

/** Provides {@link RevealedFiles} to the files inside. */
export function RevealedFilesProvider({ files, children }: { files: RevealedFiles; children: ReactNode }) {
  return <Context value={files}>{children}</Context>;
}

/** Returns which files are revealed. */
export const useRevealedFiles = (): RevealedFiles => use(Context);
