import type { ComponentProps, MouseEvent } from 'react';
import { outsideLink } from '../platform/outside-link.ts';
import { useSession } from '../platform/use-session.ts';

export type OutsideLinkProps = Omit<
  ComponentProps<'a'>,
  'href' | 'rel' | 'target' | 'onClick' | 'onAuxClick'
> & {
  /** http or https, checked by the caller. */
  href: string;
  /** The author of the text or profile that contains the link. */
  author: string;
  /** The user knows the author, such as from a chat: the link opens without a confirmation. */
  isKnown?: boolean;
};

const MIDDLE_BUTTON = 1;

/**
 * A link in user-written content, without referrer. The user's own link opens directly; the app decides
 * whether to ask for confirmation before opening another user's (`outsideLink`).
 */
export function OutsideLink({ href, author, isKnown, children, ...rest }: OutsideLinkProps) {
  const account = useSession()?.username;
  const openOrConfirm = (event: MouseEvent) => {
    if (isKnown || author === account) return;
    event.preventDefault();
    outsideLink.press({ href, author });
  };
  return (
    <a
      {...rest}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      onClick={openOrConfirm}
      onAuxClick={(event) => event.button === MIDDLE_BUTTON && openOrConfirm(event)}
    >
      {children}
    </a>
  );
}
