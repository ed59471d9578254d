import { classNames } from '../../ui/class-names.ts';

/** A coin icon. Decorative. */
export function CoinIcon({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={classNames('shrink-0', className)}>
      <circle cx="12" cy="12" r="10.5" className="fill-marigold" stroke="#a86a00" strokeWidth="1.5" />
      <circle
        cx="12"
        cy="12"
        r="7"
        fill="none"
        stroke="#a86a00"
        strokeWidth="1.2"
        strokeDasharray="2.2 2.2"
      />
      <path
        d="M12 7.6v8.8M8.2 10l7.6 4M15.8 10l-7.6 4"
        stroke="#7a4b00"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
