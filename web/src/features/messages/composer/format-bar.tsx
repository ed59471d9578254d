import { useLingui } from '@lingui/react/macro';
import { Bold, Code, EyeOff, Italic, Strikethrough, TextQuote } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toggleFormat, type TextFormat } from './format-text.ts';

export type FormatBarProps = {
  input: RefObject<HTMLTextAreaElement | null>;
  /** Changes the text of the input. */
  onText: (text: string) => void;
};

const icon = 'size-4.5';

const KEYS: Readonly<Record<string, TextFormat>> = { b: 'bold', i: 'italic' };

/** The format that a key press asks for: Ctrl+B or Ctrl+I, with Cmd on a Mac. */
function formatOf(event: KeyboardEvent): TextFormat | undefined {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isCommand && !event.isComposing ? KEYS[event.key.toLowerCase()] : undefined;
}

/** Identifies what is selected. */
const rangeOf = (area: HTMLTextAreaElement | null): string =>
  area ? `${area.selectionStart} ${area.selectionEnd} ${area.value}` : '';

/**
 * Whether text of the input is selected while the input or the bar has the focus. `dismiss` hides the bar until something
 * else is selected.
 */
function useHasSelection({ input }: FormatBarProps, bar: RefObject<HTMLElement | null>) {
  const [hasSelection, setSelection] = useState(false);
  const dismissed = useRef<string>(undefined);
  useEffect(() => {
    const area = input.current;
    if (!area) return undefined;
    const update = () => {
      const { activeElement: focused } = document;
      if (bar.current?.contains(focused)) return;
      // The focus that returns to the input reports the same selection again.
      if (rangeOf(area) === dismissed.current) return;
      dismissed.current = undefined;
      setSelection(focused === area && !area.disabled && area.selectionStart !== area.selectionEnd);
    };
    const leave = ({ relatedTarget: next }: FocusEvent) => {
      if (!(next instanceof Node && bar.current?.contains(next))) setSelection(false);
    };
    const events = ['select', 'input'];
    for (const event of events) area.addEventListener(event, update);
    area.addEventListener('blur', leave);
    document.addEventListener('selectionchange', update);
    return () => {
      for (const event of events) area.removeEventListener(event, update);
      area.removeEventListener('blur', leave);
      document.removeEventListener('selectionchange', update);
    };
  }, [input, bar]);
  const hide = () => setSelection(false);
  const dismiss = () => {
    dismissed.current = rangeOf(input.current);
    hide();
  };
  return { hasSelection, hide, dismiss };
}

/**
 * Writes formatting into the input (FT-01): Ctrl+B and Ctrl+I at any time, and a bar above the input while some of its text
 * is selected. Tab reaches the bar from the input, Escape hides it.
 */
export function FormatBar(props: FormatBarProps) {
  const { input, onText } = props;
  const { t } = useLingui();
  const bar = useRef<HTMLDivElement>(null);
  const { hasSelection, hide, dismiss } = useHasSelection(props, bar);
  const write = (format: TextFormat) => {
    const area = input.current;
    if (!area || area.disabled) return;
    const { value: text, selectionStart: start, selectionEnd: end } = area;
    const next = toggleFormat({ text, start, end }, format);
    onText(next.text);
    queueMicrotask(() => area.setSelectionRange(next.start, next.end));
  };
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const format = formatOf(event);
    if (format) {
      event.preventDefault();
      write(format);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      hide(); // sends the text, which reports no change of the selection
    } else if (event.key === 'Escape' && hasSelection) {
      // Nothing else is left or cancelled by this press.
      event.stopPropagation();
      dismiss();
    }
  });
  useEffect(() => {
    const area = input.current;
    const onKey = (event: KeyboardEvent) => pressed(event);
    area?.addEventListener('keydown', onKey);
    return () => area?.removeEventListener('keydown', onKey);
  }, [input]);
  if (!hasSelection) return null;
  const buttons: { format: TextFormat; label: string; picture: ReactNode; keys?: string }[] = [
    { format: 'bold', label: t`Bold`, picture: <Bold className={icon} />, keys: 'Control+B Meta+B' },
    { format: 'italic', label: t`Italic`, picture: <Italic className={icon} />, keys: 'Control+I Meta+I' },
    { format: 'strike', label: t`Strikethrough`, picture: <Strikethrough className={icon} /> },
    { format: 'code', label: t`Code`, picture: <Code className={icon} /> },
    { format: 'quote', label: t`Quote`, picture: <TextQuote className={icon} /> },
    { format: 'hidden', label: t`Hide until pressed`, picture: <EyeOff className={icon} /> },
  ];
  return (
    // A press keeps the focus and the selection in the input.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={bar}
      role="group"
      aria-label={t`Formatting`}
      onMouseDown={(event) => event.preventDefault()}
      onBlur={({ relatedTarget: next }) => {
        if (next !== input.current && !bar.current?.contains(next)) hide();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        dismiss();
        input.current?.focus();
      }}
      className="absolute start-0 bottom-full z-10 mb-1 flex max-w-full flex-wrap rounded-card border border-line bg-surface p-0.5 shadow-float"
    >
      {buttons.map(({ format, label, picture, keys }) => (
        <IconButton
          key={format}
          label={label}
          aria-keyshortcuts={keys}
          icon={picture}
          onClick={() => write(format)}
        />
      ))}
    </div>
  );
}
