import { useLingui } from '@lingui/react/macro';
import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { toast } from './toast-store.ts';

/** Code that is loaded on demand. */
export type LazyComponentCode<Code> = {
  /** Undefined until it has loaded; never reset. */
  code: Code | undefined;
  /** Loads the code. Rejects if loading fails; the next call retries. */
  readonly load: () => Promise<unknown>;
};

/** Wraps a dynamic import. Unlike `React.lazy` it does not cache a failure. */
export function lazyComponent<Code>(load: () => Promise<Code>): LazyComponentCode<Code> {
  const component: LazyComponentCode<Code> = {
    code: undefined,
    load: () => load().then((code) => (component.code ??= code)),
  };
  return component;
}

export type LazyComponentProps<Code> = {
  component: LazyComponentCode<Code>;
  /** Shown until the code has loaded. */
  fallback?: ReactNode;
  /** Shown if loading failed. If omitted, nothing is rendered and a toast reports the failure. */
  failed?: (retry: () => void) => ReactNode;
  /** Called if loading failed: the owner resets its open state, so that opening it again retries. */
  onFailed?: () => void;
  children: (code: Code) => ReactNode;
};

/**
 * Renders a lazily loaded component. If its code fails to load (no network, or replaced by a newer version),
 * only this component is missing: nothing is thrown. Loading is retried by `retry`, when it is mounted again,
 * and when the network returns.
 */
export function LazyComponent<Code>({
  component,
  fallback,
  failed,
  onFailed,
  children,
}: LazyComponentProps<Code>) {
  const { t } = useLingui();
  // With its component, since another one may take its place.
  const [loaded, setLoaded] = useState<{ component: LazyComponentCode<Code>; isFailed: boolean }>();
  const state = loaded?.component === component ? loaded : undefined;
  const [first, setFirst] = useState({ component, isLoaded: component.code !== undefined });
  if (first.component !== component) setFirst({ component, isLoaded: component.code !== undefined });
  const isMissing = !first.isLoaded && state === undefined;
  const retry = () => setLoaded((before) => (before?.isFailed ? undefined : before));
  useEffect(() => {
    if (!isMissing) return undefined;
    let isUnmounted = false;
    component.load().then(
      // In slices, between which the browser handles input: at the start of a page several components load.
      () => isUnmounted || startTransition(() => setLoaded({ component, isFailed: false })),
      () => {
        if (isUnmounted) return;
        setLoaded({ component, isFailed: true });
        if (!failed) toast.problem(t`This part didn't load. Check your connection and try again.`);
        onFailed?.();
      },
    );
    return () => {
      isUnmounted = true;
    };
    // Uses the callbacks of the failed attempt; a rerender alone must not retry.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [component, isMissing]);
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);

  if (component.code !== undefined && !isMissing) return children(component.code);
  return state?.isFailed ? failed?.(retry) : fallback;
}
