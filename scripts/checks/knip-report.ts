import type { ReporterOptions } from 'knip';

/** Prints the findings of knip as one JSON line, with the number of files that it read. */
export default function report({ issues, counters }: ReporterOptions): void {
  const faults = Object.values(issues).flatMap((byFile) =>
    Object.values(byFile).flatMap((byName) =>
      Object.values(byName).map((issue) => `${issue.filePath}: ${issue.type} ${issue.symbol}`),
    ),
  );
  process.stdout.write(`${JSON.stringify({ seen: counters.processed, faults })}\n`);
}
