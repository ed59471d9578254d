import type { ComponentProps, MouseEvent } from 'react';
import { outsideLink } from '../platform/outside-link.ts';
import { useSession } from '../platform/use-session.ts';

/** Props of {@link OutsideLink}. */
export type OutsideLinkProps = Omit<
  ComponentProps<'a'>,
  'href' | 'rel' | 'target' | 'onClick' | 'onAuxClick'
> & {
  /** http or https, checked by the caller. */
  href: string;
  /** In whose words or profile it stands. */
  author: string;
  /** This person knows the author, such as from a chat: it opens without a question. */
  isKnown?: boolean;
};

const MIDDLE_BUTTON = 1;

/**
 * A link of somebody's: it tells the other side nothing. One's own opens at once; whether to ask before another's opens
 * is the app's to say (`outsideLink`).
 */
export function OutsideLink({ href, author, isKnown, children, ...rest }: OutsideLinkProps) {
  const account = useSession()?.username;
  const ask = (event: MouseEvent) => {
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
      onClick={ask}
      onAuxClick={(event) => event.button === MIDDLE_BUTTON && ask(event)}
    >
      {children}
    </a>
  );
}
