import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { dollarLabel } from './earnings-labels.ts';

/** A row of the table; amounts are dollars. */
export type EarningsLine = {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  readonly gross: number;
  readonly net: number;
};

export type EarningsTableProps = {
  caption: ReactNode;
  /** Header of the first column. */
  of: ReactNode;
  lines: readonly EarningsLine[];
};

const cell = 'py-2 ps-3 text-end tabular-nums';

/** Sales, gross and net, row by row. */
export function EarningsTable({ caption, of, lines }: EarningsTableProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-mute">
        <tr>
          <th scope="col" className="py-2 text-start font-medium">
            {of}
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            <Trans>Sales</Trans>
          </th>
          <th scope="col" className={`${cell} font-medium max-[26rem]:hidden`}>
            <Trans>Paid</Trans>
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            <Trans>Yours</Trans>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map(({ key, name, count, gross, net }) => (
          <tr key={key}>
            <th scope="row" className="py-2 text-start font-medium wrap-anywhere">
              {name}
            </th>
            <td className={cell}>{count}</td>
            <td className={`${cell} max-[26rem]:hidden`}>{dollarLabel(gross)}</td>
            <td className={`${cell} font-semibold`}>{dollarLabel(net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
