import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { OptionRow } from './option-rows.tsx';
import { keyOf, type SearchOption } from './search.queries.ts';

export type ResultListProps = {
  id: string;
  /** The search text of the results. */
  text: string;
  options: readonly SearchOption[];
  /** The index of the active option. */
  active: number;
  /** Results of the next text are on their way. */
  isOld: boolean;
  onPick: (option: SearchOption) => void;
};

/** Returns the id of an option's element. */
export const optionId = (id: string, index: number): string => `${id}-${index}`;

/** The results in sections, as a listbox: the input keeps the focus and its keys move the active option (SR-02). */
export function ResultList({ id, text, options, active, isOld, onPick }: ResultListProps) {
  const { t } = useLingui();
  useEffect(() => {
    if (options[active]) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active, options]);
  const labels: Record<SearchOption['kind'], string> = {
    people: t`People`,
    rooms: t`Rooms`,
    posts: t`Posts`,
    hashtags: t`Hashtags`,
    messages: t`Messages`,
  };
  const kinds = [...new Set(options.map(({ kind }) => kind))];
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t`Results`}
      aria-busy={isOld}
      className={classNames('grid grid-cols-1 gap-3 transition-opacity', isOld && 'opacity-60')}
    >
      {kinds.map((kind) => (
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <p id={`${id}-${kind}`} role="presentation" className="px-3 pb-1 text-sm font-semibold text-mute">
            {labels[kind]}
          </p>
          {options.map(
            (option, index) =>
              option.kind === kind && (
                // The keys of the input move the selection: an option of a listbox is never focused itself.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={keyOf(option)}
                  id={optionId(id, index)}
                  role="option"
                  aria-selected={index === active}
                  className={classNames(
                    'flex min-h-14 cursor-pointer items-center gap-3 rounded-card px-3 py-2 hover:bg-raised',
                    index === active && 'bg-raised',
                  )}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => onPick(option)}
                >
                  <OptionRow option={option} text={text} />
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  );
}
