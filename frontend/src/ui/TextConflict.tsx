import type { ReactNode } from 'react';
import { GitMerge } from 'lucide-react';
import { projectsTexts } from '../texts/projects';
import { tasksTexts } from '../texts/tasks';
import { Button } from './Button';

const both = projectsTexts.conflict;

/** A text in three parts: before the difference, the difference, and after it. */
type DiffParts = readonly [before: string, own: string, after: string];

const words = (text: string): string[] => text.split(/(\s+)/u);

/** Returns the difference between two texts, in whole words. */
export const diffWords = (mine: string, theirs: string): { mine: DiffParts; theirs: DiffParts } => {
  const a = words(mine);
  const b = words(theirs);
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const cut = (list: string[]): DiffParts => [
    list.slice(0, start).join(''),
    list.slice(start, list.length - end).join(''),
    list.slice(list.length - end).join(''),
  ];
  return { mine: cut(a), theirs: cut(b) };
};

const Version = ({ who, note, parts }: { who: string; note: string | null; parts: DiffParts }) => {
  const [before, own, after] = parts;
  return (
    <div className="min-w-0 border-t border-caution-line pt-2">
      <h4 className="flex gap-1.5 text-xs">
        <span className="truncate">{who}</span>
        {note && <span className="flex-none font-normal text-ink-2">{note}</span>}
      </h4>
      <p dir="auto" className="mt-1 max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
        {before || own || after ? (
          <>
            {before}
            {own && (
              <mark className="rounded-[2px] bg-caution-line/55 text-ink underline decoration-1 underline-offset-3">
                {own}
              </mark>
            )}
            {after}
          </>
        ) : (
          <span className="text-ink-3">{both.empty}</span>
        )}
      </p>
    </div>
  );
};

interface TextConflictProps {
  /** Names it for screen readers. */
  label: string;
  title: ReactNode;
  mine: string;
  theirs: string;
  /** The author and the time of the other text. */
  who: string;
  when: string | null;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onKeepBoth?: (() => void) | undefined;
}

/** Two conflicting texts, and the choice between them; nothing is lost. */
export const TextConflict = (props: TextConflictProps) => {
  const { label, title, mine, theirs, who, when, onKeepMine, onTakeTheirs, onKeepBoth } = props;
  const parts = diffWords(mine, theirs);
  return (
    <section
      role="alert"
      aria-label={label}
      className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 gap-y-3 rounded-md border border-caution-line bg-caution-soft px-3.5 py-3"
    >
      <GitMerge className="mt-0.5 text-caution-ink" />
      <div>
        <h3 className="wrap-anywhere">{title}</h3>
        <p className="text-ink-2">{both.text}</p>
      </div>
      <div className="col-start-2 grid gap-3 md:grid-cols-2">
        <Version who={both.yours} note={tasksTexts.conflict.notSaved} parts={parts.mine} />
        <Version who={who} note={when} parts={parts.theirs} />
      </div>
      <div className="col-start-2 flex flex-wrap gap-2">
        <Button size="md" onClick={onKeepMine}>
          {both.keepMine}
        </Button>
        <Button size="md" onClick={onTakeTheirs}>
          {both.takeTheirs}
        </Button>
        {onKeepBoth && (
          <Button size="md" variant="ghost" onClick={onKeepBoth}>
            {tasksTexts.conflict.keepBoth}
          </Button>
        )}
      </div>
    </section>
  );
};
