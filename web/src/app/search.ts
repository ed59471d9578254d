/** The main screen's tabs, in display order (SH-01). */
export const shellTabs = ['chats', 'feed', 'profile'] as const;

/** One of {@link shellTabs}. */
export type ShellTab = (typeof shellTabs)[number];

/** Parses `?tab=`; the chats tab has no parameter. */
export function tabSearch(search: Record<string, unknown>): { tab?: ShellTab } {
  const tab = shellTabs.find((name) => name === search.tab);
  return tab && tab !== 'chats' ? { tab } : {};
}

/** Parses `?m=`, the sequence of a message in the chat of the address (FT-07, SR-02). */
export function messageSearch(search: Record<string, unknown>): { m?: number } {
  const sequence = Number(search.m);
  return Number.isSafeInteger(sequence) && sequence > 0 ? { m: sequence } : {};
}

/** Parses one optional text parameter, such as `?ref=`. A numeric code is still text. */
export const optionalText =
  <Name extends string>(name: Name) =>
  (search: Record<string, unknown>): { [K in Name]?: string } => {
    const value = search[name];
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? textOf(name, text) : {};
  };

/** Parses several optional text parameters. */
export const optionalTexts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [K in Name]?: string } =>
    Object.assign({}, ...names.map((name) => optionalText(name)(search)));

function textOf<Name extends string>(name: Name, text: string): { [K in Name]?: string } {
  const found: { [K in Name]?: string } = {};
  found[name] = text;
  return found;
}
