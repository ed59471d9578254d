import { Search } from 'lucide-react';

/** Props of {@link SearchField}. */
export type SearchFieldProps = {
  /** What is searched; also stands in the empty field. */
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** A round field over a list that is searched while typing. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <div className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-mute"
      />
      <input
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label={label}
        placeholder={label}
        className="min-h-11 w-full rounded-full border border-transparent bg-raised ps-11 pe-4 placeholder:text-mute focus-visible:border-teal"
      />
    </div>
  );
}
