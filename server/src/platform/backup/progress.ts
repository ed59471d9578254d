import type { Tell } from '../admin-socket/index.ts';

/** Reports the steps of a command and, throttled, the progress within a step. */
export type Progress = {
  readonly step: Tell;
  /** Reports a line at most once per second. */
  readonly throttled: (line: () => string) => void;
};

const EVERY_MS = 1000;

/** Creates the progress reporter of one command. */
export function createProgress(tell: Tell): Progress {
  let lastAt = performance.now();
  const say = (line: string) => {
    lastAt = performance.now();
    tell(line);
  };
  return {
    step: say,
    throttled(line) {
      if (performance.now() - lastAt >= EVERY_MS) say(line());
    },
  };
}

/** Formats bytes as `1.2 MB`. */
export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
