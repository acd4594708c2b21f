import { Autocomplete } from '@base-ui/react/autocomplete';
import { cx } from '../lib/cx';
import type { Entry } from './entries';
import { ariaKeys } from './keyNames';
import { Keys } from './Keys';
import { markHits } from './match';

const Marked = ({ text, query }: { text: string; query: string }) =>
  markHits(text, query).map((piece, place) =>
    piece.hit ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name than their place
      <mark key={place} className="bg-transparent font-semibold text-accent-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );

interface MenuRowProps {
  entry: Entry;
  query: string;
  onChoose: () => void;
}

/** Something to open or to do, with what was found in its words, and its keys. */
export const MenuRow = ({ entry, query, onChoose }: MenuRowProps) => (
  <Autocomplete.Item
    value={entry}
    className={cx('menu-row min-h-9! gap-2.5! max-md:min-h-11!', entry.danger && 'menu-row-danger')}
    aria-keyshortcuts={ariaKeys(entry.keys)}
    onClick={onChoose}
  >
    {entry.icon}
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate text-left">
        <Marked text={entry.words} query={query} />
      </span>
      {entry.excerpt && (
        <span dir="auto" className="block truncate text-left text-xs text-ink-3">
          <Marked text={entry.excerpt} query={query} />
        </span>
      )}
    </span>
    {entry.side && <span className="max-w-2/5 flex-none truncate text-xs text-ink-3">{entry.side}</span>}
    {entry.keys && <Keys keys={entry.keys} />}
  </Autocomplete.Item>
);
