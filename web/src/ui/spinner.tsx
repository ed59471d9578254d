import { classNames } from './class-names.ts';

/** A spinner in the colour of the surrounding text. Name the loading item in a text as well. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block size-[1.15em] animate-spin rounded-full border-[0.16em] border-current border-e-transparent',
        className,
      )}
    />
  );
}
