import { useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useIsDesktop } from '../../../ui/use-media-query.ts';
import { SectionPage, type SectionPageProps } from './section-page.tsx';
import { useAdminPlace } from './use-admin-place.ts';

export type ListSectionProps = Pick<SectionPageProps, 'title' | 'actions'> & {
  /** Labels of the list and of the detail pane, for screen readers. */
  listLabel: string;
  detailLabel: string;
  list: ReactNode;
  /** Renders the open item. */
  renderDetail: (id: string) => ReactNode;
  /** Shown next to the list while no item is open. */
  placeholder: ReactNode;
};

/** After closing an item, focuses its row, which has `data-row={id}`. */
function useRowFocus(openId: string | undefined, isDesktop: boolean) {
  const list = useRef<HTMLElement>(null);
  const previousId = useRef(openId);
  useEffect(() => {
    const closedId = previousId.current;
    previousId.current = openId;
    if (openId !== undefined || closedId === undefined) return;
    if (isDesktop && document.activeElement !== document.body) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(closedId)}"]`);
    (row ?? list.current)?.focus();
  }, [openId, isDesktop]);
  return list;
}

/** A section with a list and its open item: side by side on wide screens, one at a time on others. */
export function ListSection(props: ListSectionProps) {
  const { title, actions, listLabel, detailLabel, list, renderDetail, placeholder } = props;
  const { t } = useLingui();
  const { id, open } = useAdminPlace();
  const isDesktop = useIsDesktop();
  const region = useRowFocus(id, isDesktop);
  const isOpen = id !== undefined;
  return (
    <SectionPage title={title} isFilled actions={actions}>
      <div className="lg:-mx-6 lg:grid lg:min-h-0 lg:grow lg:grid-cols-[clamp(18rem,30%,24rem)_minmax(0,1fr)] lg:border-t lg:border-line">
        <section
          ref={region}
          tabIndex={-1}
          aria-label={listLabel}
          hidden={isOpen && !isDesktop}
          className="min-w-0 outline-none lg:overflow-y-auto lg:border-e lg:border-line lg:p-3"
        >
          <div className="grid grid-cols-1 gap-3">{list}</div>
        </section>
        {(isDesktop || isOpen) && (
          <section aria-label={detailLabel} className="relative min-w-0 lg:overflow-y-auto lg:p-5">
            {isOpen && !isDesktop && (
              <Button
                tone="plain"
                size="small"
                className="-ms-3 mb-2"
                onClick={() => open(undefined)}
                icon={<ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />}
              >
                {t`Back to the list`}
              </Button>
            )}
            {isOpen ? renderDetail(id) : placeholder}
          </section>
        )}
      </div>
    </SectionPage>
  );
}
