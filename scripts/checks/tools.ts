import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';

/** The number of files that a tool checked, and the faults that it found. */
export type ToolReport = { readonly seen: number; readonly faults: readonly string[] };

type Tool = 'types' | 'webTypes' | 'journeyTypes' | 'lint' | 'format' | 'deadCode' | 'repeats';

const toolFolder = join(import.meta.dirname, '../../node_modules');

/** Runs a tool of this repository on a folder. The tools are always those of this repository. */
async function run(root: string, script: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = spawn(process.execPath, [join(toolFolder, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' },
  });
  return (await Promise.all([textOf(stdout), textOf(stderr)])).join('\n');
}

async function types(root: string, project: string): Promise<ToolReport> {
  const output = await run(root, 'typescript/bin/tsc', [
    '--noEmit',
    '--pretty',
    'false',
    '--listFiles',
    '-p',
    project,
  ]);
  const lines = output.split('\n');
  return {
    seen: lines.filter((line) => /\.tsx?$/.test(line) && !line.includes('node_modules')).length,
    faults: lines.filter((line) => /error TS\d+/.test(line)),
  };
}

type LintOutput = {
  number_of_files: number;
  diagnostics: { code: string; message: string; filename: string; labels: { span: { line: number } }[] }[];
};

async function lint(root: string): Promise<ToolReport> {
  const text = await run(root, 'oxlint/bin/oxlint', ['--type-aware', '--format', 'json']);
  const output: LintOutput = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  return {
    seen: output.number_of_files,
    faults: output.diagnostics.map(
      ({ code, message, filename, labels }) => `${filename}:${labels[0]?.span.line ?? 0} ${code} ${message}`,
    ),
  };
}

async function format(root: string): Promise<ToolReport> {
  const text = await run(root, 'oxfmt/bin/oxfmt', ['--check']);
  return {
    seen: Number(/on (\d+) files/.exec(text)?.[1] ?? 0),
    faults: stripVTControlCharacters(text)
      .split('\n')
      .filter((line) => /\(\d+m?s\)$/.test(line)),
  };
}

async function deadCode(root: string): Promise<ToolReport> {
  const reporter = join(import.meta.dirname, 'knip-report.ts');
  const text = await run(root, 'knip/bin/knip.js', ['--no-progress', '--reporter', reporter]);
  const report: ToolReport = JSON.parse(
    text.split('\n').find((line) => line.startsWith('{"seen"')) ?? '{"seen":0,"faults":[]}',
  );
  return { seen: report.seen, faults: report.faults.map((fault) => fault.replace(`${root}/`, '')) };
}

type RepeatsOutput = {
  statistics: { total: { sources: number } };
  duplicates: { lines: number; firstFile: Position; secondFile: Position }[];
};
type Position = { name: string; start: number };

async function repeats(root: string): Promise<ToolReport> {
  const folder = mkdtempSync(join(tmpdir(), 'adda-repeats-'));
  await run(root, 'jscpd/run-jscpd.js', ['--output', folder, '.']);
  const output: RepeatsOutput = JSON.parse(readFileSync(join(folder, 'jscpd-report.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  return {
    seen: output.statistics.total.sources,
    faults: output.duplicates.map(
      ({ lines, firstFile, secondFile }) =>
        `${firstFile.name}:${firstFile.start} ~ ${secondFile.name}:${secondFile.start} (${lines} lines)`,
    ),
  };
}

const tools: Readonly<Record<Tool, (root: string) => Promise<ToolReport>>> = {
  types: (root) => types(root, 'tsconfig.json'),
  webTypes: (root) => types(root, 'web/tsconfig.json'),
  journeyTypes: (root) => types(root, 'e2e/tsconfig.json'),
  lint,
  format,
  deadCode,
  repeats,
};

/** Runs one tool on a folder with the layout of this repository. */
export function runTool(root: string, tool: Tool): Promise<ToolReport> {
  return tools[tool](root);
}
