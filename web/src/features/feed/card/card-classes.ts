/** The surface of a post in a list; it has the focus when the one before it goes. */
export const cardClasses =
  'focus-visible:outline-offset-[-3px] overflow-hidden rounded-card border border-line bg-surface shadow-card [contain:layout_style]';
