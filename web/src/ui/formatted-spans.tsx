import {
  formattedSpans,
  plainText,
  spansText,
  type FormatKind,
  type Span,
} from '@adda/contract/kernel/formatting';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useContext, useState, type ReactNode } from 'react';
import { UserText, type UserTextProps } from './linked-text.tsx';
import { TabIndex } from './tab-index.ts';

type Content = { children: ReactNode };

/** The pressed button is gone: the text takes its focus, and a screen reader reads it. */
const focusOnce = (element: HTMLElement | null) => element?.focus();

/** Text that is covered until it is pressed (FT-01). While it is covered it is in no accessible tree and is not found. */
function HiddenText({ text, children }: Content & { text: string }) {
  const { t: label } = useLingui();
  const [isShown, setShown] = useState(false);
  const tabIndex = useContext(TabIndex);
  if (isShown) {
    return (
      <span ref={focusOnce} tabIndex={-1} className="rounded-sm bg-black/10">
        {children}
      </span>
    );
  }
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={label`Hidden text, press to show`}
      title={label`Hidden text, press to show`}
      onClick={() => setShown(true)}
      // For touch the target is as high as a finger needs; the text keeps its line height.
      className="relative max-w-full rounded-sm bg-current/70 text-start align-bottom pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2.5 pointer-coarse:after:start-0 pointer-coarse:after:w-full pointer-coarse:after:min-w-11"
    >
      <span aria-hidden="true" className="invisible">
        {text}
      </span>
    </button>
  );
}

const elements: Readonly<Record<Exclude<FormatKind, 'hidden'>, (content: Content) => ReactNode>> = {
  bold: ({ children }) => <strong className="font-bold">{children}</strong>,
  italic: ({ children }) => <em>{children}</em>,
  strike: ({ children }) => <s>{children}</s>,
  code: ({ children }) => (
    <code className="rounded-sm bg-black/10 px-1 font-mono text-[.9em]">{children}</code>
  ),
  fence: ({ children }) => (
    <pre className="my-1 rounded-chip bg-black/10 px-2 py-1.5 font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
      <code>{children}</code>
    </pre>
  ),
  quote: ({ children }) => (
    <blockquote className="border-s-3 border-current/50 ps-2.5">{children}</blockquote>
  ),
};

/** Parts of a text, each with the index of its first character among the letters of the text. */
function placed(spans: readonly Span[]) {
  let at = 0;
  return spans.map((span) => {
    const start = at;
    at += spansText([span]).length;
    return { span, at: start };
  });
}

function Spans({ spans, ...props }: Omit<UserTextProps, 'text'> & { spans: readonly Span[] }): ReactNode {
  return placed(spans).map(({ span, at }) => {
    if (typeof span === 'string') return <UserText key={at} {...props} text={span} />;
    const text = spansText(span.children);
    const isCode = span.kind === 'code' || span.kind === 'fence';
    const content = isCode ? text : <Spans {...props} spans={span.children} />;
    if (span.kind === 'hidden') {
      return (
        <HiddenText key={at} text={text}>
          {content}
        </HiddenText>
      );
    }
    const Element = elements[span.kind];
    return <Element key={at}>{content}</Element>;
  });
}

/** A text with its formatting. */
export function FormattedSpans({ text, ...props }: UserTextProps) {
  return <Spans {...props} spans={formattedSpans(text)} />;
}

/** Returns a text for previews, labels and announcements: without signs and hidden parts (FT-01). */
export const previewText = (text: string): string => plainText(text, t`Hidden text`);
