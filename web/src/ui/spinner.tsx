import { classNames } from './class-names.ts';

/** A turning ring in the colour of the text around it. Say in words, too, what is being waited for. */
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
