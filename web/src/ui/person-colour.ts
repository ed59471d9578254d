/** How many fixed colours people have (SH-61, CO-42). */
export const PERSON_COLOURS = 12;

/** The same colour for the same name everywhere: FNV-1a over the lower-case name. 0 to 11. */
export function personColour(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0) % PERSON_COLOURS;
}

/** A sender's own text colour as a CSS value, readable on both themes' grounds. */
export const senderColour = (name: string): string => `var(--person-${personColour(name)}-name)`;
