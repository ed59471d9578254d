/** Surface of a post in a list; focusable, because it receives the focus when the previous card is removed. */
export const cardClasses =
  'focus-visible:outline-offset-[-3px] overflow-hidden rounded-card border border-line bg-surface shadow-card [contain:layout_style]';
