import { classNames } from './class-names.ts';

/** The logo: a cup of tea that is a speech bubble, with two curls of steam. Decorative. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={classNames('size-10 shrink-0', className)}>
      <rect width="48" height="48" rx="14" className="fill-rani" />
      <path
        d="M12.5 18h20l-1.7 14.2a4.6 4.6 0 0 1-4.6 4.1h-.9l-5.4 4.2v-4.2h-1a4.6 4.6 0 0 1-4.7-4.1Z"
        className="fill-marigold"
      />
      <g fill="none" strokeLinecap="round">
        <path d="M32 21.4h1.6a4.3 4.3 0 0 1 0 8.6h-2.5" strokeWidth="2.9" className="stroke-marigold" />
        <path
          d="M18.4 13.6c-1.7-1.7 1.3-3 0-5.1M25.4 13.6c-1.7-1.7 1.3-3 0-5.1"
          strokeWidth="2.5"
          stroke="#fff3d6"
        />
        <path d="M18.4 25h8.4M18.9 29.4h5.4" strokeWidth="2.3" stroke="#7d0f3c" />
      </g>
    </svg>
  );
}

/** The logo with the name next to it. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span data-wordmark className={classNames('inline-flex items-center gap-2.5', className)}>
      <Mark className="size-9" />
      <span className="font-display text-[1.6rem] leading-none font-extrabold tracking-tight">Adda</span>
    </span>
  );
}
