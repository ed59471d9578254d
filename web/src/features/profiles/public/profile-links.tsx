import { useLingui } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';
import { OutsideLink } from '../../../ui/outside-link.tsx';
import { readableAddress, webAddress } from '../safe-links.ts';

/** The links of a profile; other texts than http and https addresses are not shown (PR-01). */
export function ProfileLinks({ links, owner }: { links: readonly string[]; owner: string }) {
  const { t } = useLingui();
  const addresses = [...new Set(links)].flatMap((link) => webAddress(link) ?? []);
  if (addresses.length === 0) return null;
  return (
    <ul aria-label={t`Links`} className="flex flex-wrap gap-x-4">
      {addresses.map((address) => (
        <li key={address.href} className="max-w-full min-w-0">
          <OutsideLink
            href={address.href}
            author={owner}
            title={address.href}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 font-semibold text-rani-ink underline-offset-4 hover:underline"
          >
            <Link2 aria-hidden="true" className="size-4 shrink-0" />
            <span className="min-w-0 truncate">{readableAddress(address)}</span>
          </OutsideLink>
        </li>
      ))}
    </ul>
  );
}
