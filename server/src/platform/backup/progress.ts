import type { Tell } from '../admin-socket/index.ts';

/** Lines at each step, and now and then within one. */
export type Progress = {
  readonly step: Tell;
  /** Asks for a line when the last one is a while ago. */
  readonly often: (line: () => string) => void;
};

const EVERY_MS = 1000;

/** Makes the telling of one command. */
export function createProgress(tell: Tell): Progress {
  let lastAt = performance.now();
  const say = (line: string) => {
    lastAt = performance.now();
    tell(line);
  };
  return {
    step: say,
    often(line) {
      if (performance.now() - lastAt >= EVERY_MS) say(line());
    },
  };
}

/** `1.2 MB` */
export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
