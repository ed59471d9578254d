/** Number of fixed user colours (SH-61, CO-42). */
export const PERSON_COLOURS = 12;

/** Returns a colour index from 0 to 11, the same for the same name everywhere: FNV-1a of the lower-case name. */
export function personColour(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0) % PERSON_COLOURS;
}

/** Returns a sender's text colour as a CSS value, readable on the backgrounds of both themes. */
export const senderColour = (name: string): string => `var(--person-${personColour(name)}-name)`;
