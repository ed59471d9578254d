/** The look of a radio button; the one of the browser is grey in the dark colour scheme. */
export const radioClasses =
  'size-5 shrink-0 appearance-none rounded-full border border-edge bg-surface checked:border-[.4rem] checked:border-rani';
