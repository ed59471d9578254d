import { createContext, use, useState, type ReactNode } from 'react';

/** Which pictures and videos of a report somebody wanted to see. All are hidden at first. */
export type ShownFiles = {
  readonly isShown: (url: string) => boolean;
  readonly toggle: (url: string) => void;
  /** Shows all of them, or hides them again. */
  readonly toggleAll: () => void;
};

const Context = createContext<ShownFiles>({
  isShown: () => false,
  toggle: () => undefined,
  toggleAll: () => undefined,
});

/** Remembers which files of what is open are shown, for what stands inside of {@link ShownFilesProvider}. */
export function useShownFilesState(openId: string | undefined): ShownFiles {
  const hidden = { openId, areAll: false, others: new Set<string>() };
  const [kept, setKept] = useState(hidden);
  // Something else has been opened.
  const state = kept.openId === openId ? kept : hidden;
  return {
    isShown: (url) => state.areAll !== state.others.has(url),
    toggle: (url) => setKept({ ...state, others: state.others.symmetricDifference(new Set([url])) }),
    toggleAll: () => setKept({ ...hidden, areAll: !state.areAll }),
  };
}

/** Hands {@link ShownFiles} to the files inside. */
export function ShownFilesProvider({ files, children }: { files: ShownFiles; children: ReactNode }) {
  return <Context value={files}>{children}</Context>;
}

/** Which files are shown here. */
export const useShownFiles = (): ShownFiles => use(Context);
