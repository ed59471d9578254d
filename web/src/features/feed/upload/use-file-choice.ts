import { useState } from 'react';
import type { PostUpload } from './use-post-upload.ts';
import { fileProblem } from './upload-surface.ts';

/** How a form's file is chosen. */
export type FileChoice = {
  /** What is wrong with the last one, or with there being none. */
  readonly problem: string | undefined;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
};

/** Takes a file for a form; one that can't be sent is refused, and the one before stays. */
export function useFileChoice({ surface, problems, change }: PostUpload): FileChoice {
  const [refusal, setRefusal] = useState<string>();
  return {
    problem: refusal ?? problems.file,
    choose(file) {
      const problem = fileProblem(surface, file);
      setRefusal(problem);
      if (problem === undefined) change({ file });
    },
    remove() {
      setRefusal(undefined);
      change({ file: undefined });
    },
  };
}
