import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { parseSync } from '@swc/core';
import { collectFindings, type CheckResult } from './security.types.ts';

/** A regular expression of a source file. */
type Pattern = { readonly file: string; readonly source: string; readonly flags: string };

/** Length of the first test text. */
const SHORT = 3000;
/** Maximum length of a text that is processed as a whole: a JSON body. */
const LONG = 48_000;
/** A linear expression takes far less for the short text, in milliseconds. */
const SUSPICIOUS_MS = 4;
/** An expression that takes longer for the long text blocks the event loop. */
const SLOW_MS = 400;
const GIVE_UP_MS = 1500;

const FOLDERS = ['contract/src', 'server/src', 'web/src'];

/** Visits every node of a syntax tree. */
function walk(node: unknown, onNode: (node: Readonly<Record<string, unknown>>) => void): void {
  if (Array.isArray(node)) return node.forEach((child) => walk(child, onNode));
  if (typeof node !== 'object' || node === null) return;
  // Syntax nodes are plain objects.
  const plain = node as Readonly<Record<string, unknown>>;
  onNode(plain);
  for (const [name, child] of Object.entries(plain)) if (name !== 'span') walk(child, onNode);
}

/** Returns all regular expressions in a TypeScript source, including texts passed to `RegExp`. */
export function patternsIn(text: string, file: string): Pattern[] {
  const found: Pattern[] = [];
  const module = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), decorators: false });
  walk(module.body, ({ type, pattern, flags, callee, arguments: given }) => {
    if (type === 'RegExpLiteral' && typeof pattern === 'string')
      found.push({ file, source: pattern, flags: typeof flags === 'string' ? flags : '' });
    const isRegExp = Object(callee).type === 'Identifier' && Object(callee).value === 'RegExp';
    const first: unknown = Array.isArray(given) ? Object(given[0]).expression : undefined;
    if (isRegExp && Object(first).type === 'StringLiteral')
      found.push({ file, source: String(Object(first).value), flags: '' });
  });
  return found;
}

/**
 * Returns texts whose repetition may cause backtracking: the expression's own letters, one of each class, and pairs.
 */
function piecesOf(source: string): string[] {
  const own = new Set<string>();
  const plain = source
    .replace(/\\u\{?[0-9a-f]+\}?|\\[a-z]\{[^}]*\}|\\[bBdDsSwW]/gi, '')
    .replace(/\\(.)/g, '$1');
  for (const letter of plain.replace(/[()[\]{}|^$*+?]/g, '')) if (own.size < 14) own.add(letter);
  if (/\\s/.test(source)) own.add(' ').add('\n');
  if (/\\d|\d-\d/.test(source)) own.add('1');
  for (const letter of ['a', '0', ' ', '.', '/', '-']) own.add(letter);
  const letters = [...own];
  const pairs = letters.slice(0, 7).flatMap((one) => letters.slice(0, 7).map((other) => one + other));
  return [...new Set([...letters, ...pairs, plain.slice(0, 20)])].filter((piece) => piece !== '');
}

const sandbox = createContext({ expression: /x/, text: '' });

/** Returns the time of a match in milliseconds; Infinity if it was aborted. */
function timeOf(expression: RegExp, text: string): number {
  Object.assign(sandbox, { expression, text });
  const began = performance.now();
  try {
    runInContext('expression.lastIndex = 0; expression.test(text)', sandbox, { timeout: GIVE_UP_MS });
  } catch {
    return Infinity;
  }
  return performance.now() - began;
}

/** The fastest of three attempts, to reduce the influence of other processes. */
const steadyTime = (expression: RegExp, text: string): number => {
  let best = Infinity;
  for (let at = 0; at < 3 && (at === 0 || best < Infinity); at += 1)
    best = Math.min(best, timeOf(expression, text));
  return best;
};

/** Returns the text that makes an expression slow, and its time; undefined if none was found. */
export function slownessOf({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | undefined {
  const expression = new RegExp(source, flags);
  const starts = ['', source.replace(/\\(.)/g, '$1').replace(/[()[\]{}|^$*+?].*$/s, '')];
  for (const piece of piecesOf(source)) {
    for (const start of new Set(starts)) {
      const text = (length: number) => `${start}${piece.repeat(Math.ceil(length / piece.length))}\u0001!`;
      if (timeOf(expression, text(30)) > SLOW_MS && steadyTime(expression, text(30)) > SLOW_MS)
        return `${JSON.stringify(piece)} thirty times is endless`;
      if (timeOf(expression, text(SHORT)) < SUSPICIOUS_MS) continue;
      if (steadyTime(expression, text(SHORT)) < SUSPICIOUS_MS) continue;
      const taken = steadyTime(expression, text(LONG));
      if (taken > SLOW_MS)
        return `${JSON.stringify(start + piece)}… of ${LONG} characters takes ${Math.round(taken)} ms`;
    }
  }
  return undefined;
}

/** Expressions that only process short texts, with the reason, by file. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
  'server/src/config.ts': 'settings of the operator',
  'server/src/create-bucket.ts': 'settings of the operator',
  'server/src/platform/media-store/s3-send.ts': 'settings of the operator',
  'server/src/features/video/youtube.gateway.ts': 'settings of the operator',
  'server/src/features/payments/gateways/gateways.service.ts': 'settings of the operator',
};

/**
 * Tries every regular expression of the program on texts that may cause backtracking. Sources are read below
 * `root`.
 */
export function checkPatterns({ root }: { readonly root: string }): CheckResult {
  const findings = collectFindings();
  const patterns = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !/\.(test|fixture|gen)\.tsx?$|\/test\//.test(file))
    .flatMap((file) => patternsIn(readFileSync(path.join(root, file), 'utf8'), file));
  const seen = new Map<string, string | undefined>();
  for (const pattern of patterns) {
    if (pattern.file in SHORT_TEXTS) continue;
    const key = `${pattern.source}/${pattern.flags}`;
    if (!seen.has(key)) seen.set(key, slownessOf(pattern));
    const slow = seen.get(key);
    if (slow !== undefined)
      findings.add(`a slow expression in ${pattern.file}`, `/${pattern.source}/: ${slow}`);
  }
  return {
    name: 'regular expressions',
    tried: patterns.length,
    findings: findings.list(),
    notReached: [],
    figures: [
      `${seen.size} different ones, texts of up to ${LONG} characters`,
      `left out, as only settings reach them: ${Object.keys(SHORT_TEXTS).length} files`,
    ],
  };
}
