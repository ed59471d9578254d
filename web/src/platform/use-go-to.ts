import { useRouter } from '@tanstack/react-router';

/** What opening an address needs of the router, whose type belongs to the app. */
type OpeningRouter = {
  readonly state: { readonly location: { readonly pathname: string; readonly search: object } };
  navigate(options: { href: string; replace: boolean; ignoreBlocker: true }): Promise<void>;
};

/** {@link useGoTo} outside of components. */
export const goToWith =
  (router: OpeningRouter) =>
  (href: string): void => {
    const { pathname, search } = router.state.location;
    const isChat = /^\/v1\/(group|chat)\//.test(href);
    const open = (to: string) =>
      router.navigate({
        href: to,
        replace: isChat && !/^\/(profile|post)\//.test(pathname),
        ignoreBlocker: true,
      });
    const [path = '', message] = href.split('?m=');
    // The chat moves when the address changes.
    const isThere = message !== undefined && 'm' in search && String(search.m) === message;
    void (isThere ? open(path).then(() => open(href)) : open(href));
  };

/**
 * Returns a function that opens an address of the app. A chat replaces an open chat or list in the history (SH-10); a page stays
 * below it.
 */
export const useGoTo = (): ((href: string) => void) => goToWith(useRouter());
