import { useLingui } from '@lingui/react/macro';
import { ChevronDown, Search } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { SelectOption } from '../../../ui/select-field.tsx';
import { useAdminPlace } from './use-admin-place.ts';

export type FilterProps = {
  /** The filter's name in the address. */
  name: string;
  label: string;
  /** The filter's name of the page, which returns to the first. */
  pageName?: string;
};

export type FilterSelectProps = FilterProps & {
  /** The one without a filter has the value ''; it also stands for invalid values. */
  options: readonly SelectOption[];
};

/** A compact select that filters the list of the section. */
export function FilterSelect({ name, label, pageName = 'page', options }: FilterSelectProps) {
  const { filter, narrow } = useAdminPlace();
  const value = options.find((option) => option.value === filter[name])?.value ?? '';
  return (
    <span className="relative inline-flex min-w-0">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => narrow({ [name]: event.target.value, [pageName]: '' })}
        className="min-h-11 max-w-full min-w-0 appearance-none truncate rounded-full border border-edge bg-surface ps-4 pe-9 text-sm font-semibold hover:border-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-mute"
      />
    </span>
  );
}

/** Filters a list of cases: those to do, or those that were decided. */
export function DecidedFilter() {
  const { t } = useLingui();
  return (
    <FilterSelect
      name="status"
      label={t`Status`}
      options={[
        { value: '', label: t`To do` },
        { value: 'decided', label: t`Decided` },
      ]}
    />
  );
}

export type FilterToggleProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

/** A filter that is on or off. */
export function FilterToggle({ label, isOn, onChange }: FilterToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={classNames(
        'min-h-11 rounded-full border px-4 text-sm font-semibold transition-colors',
        isOn ? 'border-rani bg-rani-wash text-rani-ink' : 'border-edge bg-surface hover:border-ink',
      )}
    >
      {label}
    </button>
  );
}

/** Debounce delay in ms. */
const PAUSE_MS = 300;

/** Reports the input, unless it was already reported. */
function reportOnce(reported: RefObject<string>, report: (text: string) => void, typed: string): void {
  const text = typed.trim();
  if (text === reported.current) return;
  reported.current = text;
  report(text);
}

/** A text that filters the list of the section, debounced; Enter applies it immediately. */
export function FilterText({ name, label, pageName = 'page' }: FilterProps) {
  const { filter, narrow } = useAdminPlace();
  const value = filter[name] ?? '';
  const onChange = (text: string) => narrow({ [name]: text, [pageName]: '' });
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  useEffect(() => {
    // Changed from outside, such as by a link or Back.
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => reportOnce(reported, report.current, typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <span className="relative block min-w-0 grow basis-44">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-mute"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') reportOnce(reported, onChange, typed);
        }}
        className="min-h-11 w-full rounded-full border border-edge bg-surface ps-10 pe-4 text-sm placeholder:text-mute hover:border-ink"
      />
    </span>
  );
}
