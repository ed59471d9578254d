import { useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useIsDesktop } from '../../../ui/use-media-query.ts';

export type TwoPanesProps = {
  /** Labels of the list and of the detail pane, for screen readers. */
  listLabel: string;
  detailLabel: string;
  list: ReactNode;
  /** Id of the open item; undefined if none is open. */
  openId: string | undefined;
  detail: ReactNode;
  /** Shown next to the list while no item is open. */
  placeholder: ReactNode;
  onClose: () => void;
};

/** After closing an item, focuses its row, which has `data-row={id}`. */
function useRowFocus(openId: string | undefined, isDesktop: boolean) {
  const list = useRef<HTMLElement>(null);
  const previousId = useRef(openId);
  useEffect(() => {
    const left = previousId.current;
    previousId.current = openId;
    if (openId !== undefined || left === undefined) return;
    if (isDesktop && document.activeElement !== document.body) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(left)}"]`);
    (row ?? list.current)?.focus();
  }, [openId, isDesktop]);
  return list;
}

/** A list and its open item: side by side on wide screens, one at a time on others. */
export function TwoPanes(props: TwoPanesProps) {
  const { listLabel, detailLabel, list, openId, detail, placeholder, onClose } = props;
  const { t } = useLingui();
  const isDesktop = useIsDesktop();
  const region = useRowFocus(openId, isDesktop);
  const isOpen = openId !== undefined;
  return (
    <div className="lg:-mx-6 lg:grid lg:min-h-0 lg:grow lg:grid-cols-[clamp(18rem,30%,24rem)_minmax(0,1fr)] lg:border-t lg:border-line">
      <section
        ref={region}
        tabIndex={-1}
        aria-label={listLabel}
        hidden={isOpen && !isDesktop}
        className="min-w-0 outline-none lg:overflow-y-auto lg:border-e lg:border-line lg:p-3"
      >
        {list}
      </section>
      {(isDesktop || isOpen) && (
        <section aria-label={detailLabel} className="relative min-w-0 lg:overflow-y-auto lg:p-5">
          {isOpen && !isDesktop && (
            <Button
              tone="plain"
              size="small"
              className="-ms-3 mb-2"
              onClick={onClose}
              icon={<ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />}
            >
              {t`Back to the list`}
            </Button>
          )}
          {isOpen ? detail : placeholder}
        </section>
      )}
    </div>
  );
}
