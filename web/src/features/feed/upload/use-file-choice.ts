import { useState } from 'react';
import type { PostUpload } from './use-post-upload.ts';
import { fileProblem } from './post-checks.ts';

/** File selection of a form. */
export type FileChoice = {
  /** Error of the last chosen file, or that a file is missing. */
  readonly problem: string | undefined;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
};

/** Sets the file of a form; a file that can't be sent is refused, and the previous one is kept. */
export function useFileChoice({ problems, change }: PostUpload): FileChoice {
  const [refusal, setRefusal] = useState<string>();
  return {
    problem: refusal ?? problems.file,
    choose(file) {
      const problem = fileProblem(file);
      setRefusal(problem);
      if (problem === undefined) change({ file });
    },
    remove() {
      setRefusal(undefined);
      change({ file: undefined });
    },
  };
}
