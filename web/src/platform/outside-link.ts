/** A pressed link in user-written content. `author` is the author of that content. */
export type PressedLink = { readonly href: string; readonly author: string };

let pressed: PressedLink | undefined;
const listeners = new Set<() => void>();

function show(next: PressedLink | undefined): void {
  pressed = next;
  for (const listener of listeners) listener();
}

/** The pressed link that has not been opened yet: the app asks for confirmation before it opens a link from an
 * author the user does not follow. */
export const outsideLink = {
  press: (link: PressedLink) => show(link),
  close: () => show(undefined),
  current: (): PressedLink | undefined => pressed,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
