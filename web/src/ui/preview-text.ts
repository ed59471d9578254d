import { useEffect, useState } from 'react';
import { lazyComponent } from './lazy-component.tsx';

/** Reads the signs of a text; loaded with the first text that has some. */
export const lazyFormatting = lazyComponent(() => import('./formatted-spans.tsx'));

/** A sign that stands twice, or `> ` at the beginning of a line. Texts without either have no formatting. */
export const SIGNS = /([*_~`]|\|\|)[^]+?\1|^> /m;

/**
 * Returns a user-written text as previews and labels show it: on one line, without signs and hidden parts (FT-01). Undefined
 * while the code for its signs loads; if that fails, the text as typed.
 */
export function usePreviewText(text: string): string | undefined {
  const [hasFailed, setFailed] = useState(false);
  const [, setLoaded] = useState(false);
  const hasSigns = SIGNS.test(text);
  const isMissing = hasSigns && lazyFormatting.code === undefined;
  useEffect(() => {
    if (!isMissing) return;
    lazyFormatting.load().then(
      () => setLoaded(true),
      () => setFailed(true),
    );
  }, [isMissing]);
  const words = hasSigns && !hasFailed ? lazyFormatting.code?.previewText(text) : text;
  return words?.trim().replace(/\s+/g, ' ');
}
