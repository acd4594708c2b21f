import { useId, useState, type ReactNode } from 'react';
import { Copy } from 'lucide-react';
import { copyText } from '../lib/copyText';
import { analyticsTexts as texts } from '../texts/analytics';
import { number } from '../texts/format';
import { IconButton } from '../ui/IconButton';
import { notify } from '../ui/notify';
import { Segmented } from '../ui/Segmented';

/** What a chart shows, as rows: what each is of, and its numbers. */
export interface TableData {
  heads: readonly string[];
  rows: readonly (readonly [name: string, ...numbers: (number | string)[]])[];
}

interface FigureProps {
  title: string;
  /** Stands quietly below the title. */
  note?: ReactNode;
  table: TableData;
  /** Shown in place of the chart where there is nothing to show. */
  empty?: string | false | undefined;
  className?: string;
  children: ReactNode;
}

/** A tab between cells, a line for each row: what spreadsheets take. A cell never holds either. */
const asText = ({ heads, rows }: TableData): string =>
  [heads, ...rows].map((cells) => cells.map((cell) => String(cell).replaceAll(/\s+/g, ' ')).join('\t')).join('\n');

const copyTable = async (table: TableData): Promise<void> => {
  if (await copyText(asText(table))) notify.success(texts.copied);
  else notify.error(texts.copyFailed);
};

const DataTable = ({ title, table: { heads, rows }, hidden }: { title: string; table: TableData; hidden: boolean }) => (
  <div
    className={hidden ? 'sr-only' : 'max-h-90 overflow-auto rounded-md border border-line'}
    tabIndex={hidden ? undefined : 0}
    role="region"
    aria-label={title}
  >
    <table className="w-full text-left">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th
              key={head}
              scope="col"
              className={
                index === 0
                  ? 'bg-well px-3 py-2 text-xs font-medium text-ink-3'
                  : 'bg-well px-3 py-2 text-right text-xs font-medium text-ink-3'
              }
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
          <tr key={row} className="border-t border-line">
            <th scope="row" dir="auto" className="px-3 py-2 font-normal">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]} className="px-3 py-2 text-right text-ink-2">
                {typeof cell === 'number' ? number(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** A chart under its heading, with the table behind it: shown instead of it, copied, and read by screen readers. */
export const Figure = ({ title, note, table, empty, className, children }: FigureProps) => {
  const id = useId();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <section aria-labelledby={id} className={className}>
      <div className="flex min-h-8 items-center gap-2">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-sm">
            {title}
          </h2>
        </div>
        {!empty && (
          <>
            <Segmented
              aria-label={texts.viewOf(title)}
              value={view}
              onValueChange={setView}
              choices={[
                { value: 'chart', label: texts.chart },
                { value: 'table', label: texts.table },
              ]}
            />
            <IconButton label={texts.copyOf(title)} size="md" onClick={() => void copyTable(table)}>
              <Copy />
            </IconButton>
          </>
        )}
      </div>
      {note && <p className="text-ink-3">{note}</p>}
      {empty ? (
        <p className="mt-2 border-t border-line py-4 text-ink-3">{empty}</p>
      ) : (
        <>
          {view === 'chart' && children}
          <DataTable title={title} table={table} hidden={view === 'chart'} />
        </>
      )}
    </section>
  );
};
