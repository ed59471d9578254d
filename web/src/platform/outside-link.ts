/** A link that somebody has put somewhere and this person has pressed. `author` is whose words it stands in. */
export type PressedLink = { readonly href: string; readonly author: string };

let pressed: PressedLink | undefined;
const listeners = new Set<() => void>();

function show(next: PressedLink | undefined): void {
  pressed = next;
  for (const listener of listeners) listener();
}

/** The pressed link that has not led anywhere yet: the app asks before it opens one of a stranger. */
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
