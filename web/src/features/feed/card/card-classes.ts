/** The surface of a post in a list. */
export const cardClasses =
  'overflow-hidden rounded-card border border-line bg-surface shadow-card [contain:layout_style]';
