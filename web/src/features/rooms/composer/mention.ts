const TYPED = /^\s*@(\S*)$/;

/**
 * The name that is being typed at the beginning of a message, without its `@` and in lower case; undefined where the
 * caret is anywhere else. Only there does a name make a whisper (GC-03, GC-57).
 */
export function typedName(text: string, caret: number): string | undefined {
  const name = TYPED.exec(text.slice(0, caret))?.[1];
  // Inside of a longer word the rest of it would stay behind what is put in.
  const isWordOver = caret >= text.length || /^\s/.test(text.slice(caret));
  return isWordOver ? name?.toLowerCase() : undefined;
}

/** `text` with the name that was being typed up to the caret written out, and where the caret belongs then. */
export function withName(text: string, caret: number, name: string): { text: string; caret: number } {
  const start = `@${name} `;
  return { text: start + text.slice(caret).trimStart(), caret: start.length };
}
