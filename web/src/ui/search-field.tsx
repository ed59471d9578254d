import { useLingui } from '@lingui/react/macro';
import { Search, X } from 'lucide-react';
import { useRef } from 'react';

export type SearchFieldProps = {
  /** The label for screen readers; also the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** A round search field above a list, with a button that clears it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-mute"
      />
      <input
        ref={input}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label={label}
        placeholder={label}
        className="min-h-11 w-full rounded-full border border-transparent bg-raised ps-11 pe-11 placeholder:text-mute focus-visible:border-teal"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t`Clear the search`}
          className="absolute inset-y-0 end-0 grid size-11 place-items-center rounded-full text-mute hover:text-ink focus-visible:outline-offset-[-3px]"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}
