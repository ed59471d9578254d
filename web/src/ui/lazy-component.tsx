import { useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { toast } from './toast-store.ts';

/** Code that comes when it is needed. */
export type LazyComponentCode<Code> = {
  /** Undefined until it is here; it stays then. */
  code: Code | undefined;
  /** Fetches it. Rejects where it did not come; the next call asks anew. */
  readonly load: () => Promise<unknown>;
};

/** Makes a component of a dynamic import. Unlike `React.lazy` it never keeps a failure. */
export function lazyComponent<Code>(load: () => Promise<Code>): LazyComponentCode<Code> {
  const component: LazyComponentCode<Code> = {
    code: undefined,
    load: () => load().then((code) => (component.code ??= code)),
  };
  return component;
}

/** Props of {@link LazyComponent}. */
export type LazyComponentProps<Code> = {
  component: LazyComponentCode<Code>;
  /** Shown until the code is here. */
  fallback?: ReactNode;
  /** Shown when it did not come. Left out, nothing is shown and a toast says it. */
  failed?: (retry: () => void) => ReactNode;
  /** It did not come: for what is open to close, so that opening it again tries again. */
  onFailed?: () => void;
  children: (code: Code) => ReactNode;
};

/**
 * Shows what needs a lazy component. Code that does not come (no network, or a newer version in its place) is missing
 * here alone: nothing is thrown. It is tried again by `retry`, when it is shown anew, and when the network is back.
 */
export function LazyComponent<Code>({
  component,
  fallback,
  failed,
  onFailed,
  children,
}: LazyComponentProps<Code>) {
  const { t } = useLingui();
  const [state, setState] = useState<'loading' | 'failed' | 'here'>('loading');
  const isMissing = component.code === undefined && state === 'loading';
  const retry = () => setState('loading');
  useEffect(() => {
    if (!isMissing) return undefined;
    let isGone = false;
    component.load().then(
      () => isGone || setState('here'),
      () => {
        if (isGone) return;
        setState('failed');
        if (!failed) toast.problem(t`This part didn't load. Check your connection and try again.`);
        onFailed?.();
      },
    );
    return () => {
      isGone = true;
    };
    // What is said and closed is that of the time of asking; a new render is no reason to ask again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [component, isMissing]);
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);

  if (component.code !== undefined) return children(component.code);
  return state === 'failed' ? failed?.(retry) : fallback;
}
