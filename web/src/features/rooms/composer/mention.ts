const TYPED = /^\s*@(\S*)$/;

/**
 * The name that is being typed at the start of a message, without its `@` and in lower case; undefined if the caret is
 * anywhere else. Only at the start does a name make a whisper (GC-03, GC-57).
 */
export function partialName(text: string, caret: number): string | undefined {
  const name = TYPED.exec(text.slice(0, caret))?.[1];
  // Inside a longer word the rest of it would remain after the inserted name.
  const isWordOver = caret >= text.length || /^\s/.test(text.slice(caret));
  return isWordOver ? name?.toLowerCase() : undefined;
}

/** Returns `text` with the partial name before the caret completed, and the new caret position. */
export function completeName(text: string, caret: number, name: string): { text: string; caret: number } {
  const start = `@${name} `;
  return { text: start + text.slice(caret).trimStart(), caret: start.length };
}
