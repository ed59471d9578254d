/** Keywords of PromQL, which are not metric names. */
const WORDS = new Set(
  'and or unless by without on ignoring group_left group_right bool offset inf nan start end'.split(' '),
);

/** Returns the names of the series that PromQL expressions use. */
export function namesIn(expressions: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const expression of expressions) {
    const bare = expression
      .replaceAll(/"[^"]*"/g, '')
      .replaceAll(/\{[^}]*\}/g, '')
      .replaceAll(/\[[^\]]*\]/g, '')
      // Labels, not series.
      .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
    for (const [name] of bare.matchAll(/(?<![\w:.])[a-z_][\w:]*(?!\w)(?!\s*\()/gi))
      if (!WORDS.has(name.toLowerCase())) names.add(name);
  }
  return names;
}

/** Returns the series that a `/metrics` text declares, with or without samples. */
export function seriesOf(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, name, kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    if (name === undefined) continue;
    names.add(name);
    if (kind === 'histogram' || kind === 'summary')
      for (const part of ['bucket', 'sum', 'count']) names.add(`${name}_${part}`);
  }
  return names;
}

/** Returns the series that a rules file records, and those that it uses. */
export function readRules(yaml: string) {
  const expressions = [...yaml.matchAll(/^ *expr: (?:>-\n((?: {10,}.*\n)+)|(.+)\n)/gm)];
  return {
    expressions: expressions.map(([, block, line]) => block ?? line ?? ''),
    recorded: [...yaml.matchAll(/record: (\S+)/g)].map(([, name]) => name ?? ''),
    alerts: [...yaml.matchAll(/alert: (\S+)/g)].map(([, name]) => name ?? ''),
    runbooks: [...yaml.matchAll(/runbook: (\S+)/g)].map(([, place]) => place ?? ''),
  };
}
