import { useId, useState, type ReactNode } from 'react';
import { Copy, Table2 } from 'lucide-react';
import { analyticsTexts as texts } from '../../texts/analytics';
import { number } from '../../texts/format';
import { Button } from '../../ui/Button';
import { copyText } from '../../ui/copyText';
import { IconButton } from '../../ui/IconButton';

/** The data of a chart as rows: a name and its numbers. */
export interface TableData {
  heads: readonly string[];
  rows: readonly (readonly [name: string, ...numbers: (number | string)[]])[];
}

interface FigureProps {
  title: string;
  /** Stands quietly below the title. */
  note?: ReactNode;
  table: TableData;
  /** Replaces the chart if it has no data. */
  empty?: string | false | undefined;
  children: ReactNode;
}

/** Formats the data for spreadsheets: tabs between cells, one line per row. No cell contains either. */
const asText = ({ heads, rows }: TableData): string =>
  [heads, ...rows].map((cells) => cells.map((cell) => String(cell).replaceAll(/\s+/g, ' ')).join('\t')).join('\n');

const DataTable = ({ title, table: { heads, rows }, hidden }: { title: string; table: TableData; hidden: boolean }) => (
  <div
    className={hidden ? 'sr-only' : 'mt-2 max-h-90 overflow-auto rounded-md border border-line'}
    // A scrolling area must be reachable by keyboard.
    {...(!hidden && { role: 'group', 'aria-label': title, tabIndex: 0 })}
  >
    <table className="w-full">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th
              key={head}
              scope="col"
              className={
                index === 0
                  ? 'bg-well px-3 py-2 text-start text-xs font-medium text-ink-3'
                  : 'bg-well px-3 py-2 text-end text-xs font-medium text-ink-3'
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
            <th scope="row" dir="auto" className="px-3 py-2 text-start font-normal">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]} className="px-3 py-2 text-end text-ink-2">
                {typeof cell === 'number' ? number(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** A chart with a heading and a table of its data, which can be shown or copied, and is read by screen readers. */
export const ChartCard = ({ title, note, table, empty, children }: FigureProps) => {
  const id = useId();
  const [isTable, setTable] = useState(false);
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-8 items-center gap-2">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-sm">
            {title}
          </h2>
        </div>
        {!empty && (
          <>
            <Button
              variant="ghost"
              size="md"
              icon={<Table2 />}
              aria-pressed={isTable}
              aria-describedby={id}
              className={isTable ? 'bg-fill-2' : undefined}
              onClick={() => setTable(!isTable)}
            >
              {texts.table}
            </Button>
            <IconButton label={texts.copyOf(title)} size="md" onClick={() => void copyText(asText(table), texts)}>
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
          {!isTable && children}
          <DataTable title={title} table={table} hidden={!isTable} />
        </>
      )}
    </section>
  );
};
