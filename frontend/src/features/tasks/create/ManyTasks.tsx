import { newTaskTexts } from '../../../texts/newTask';
import { Button } from '../../../ui/Button';
import { readLine, type QuickAddContext } from './quickAdd';
import { TokenFacts } from './Tokens';

const { many: texts } = newTaskTexts;

/** How many of them are previewed. */
const MAX_SHOWN = 5;

interface ManyTasksProps {
  lines: readonly string[];
  known: QuickAddContext;
  /** Puts the lines into one. */
  onJoin: () => void;
}

/** Previews the tasks that pasted lines create, each with its values. */
export const ManyTasks = ({ lines, known, onJoin }: ManyTasksProps) => (
  <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
    <ol aria-label={texts.preview} className="rounded-sm bg-well py-1">
      {lines.slice(0, MAX_SHOWN).map((line, at) => {
        const { title, tokens } = readLine(line, known);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two lines may be equal
          <li key={at} className="flex min-h-7 items-center gap-2 px-2.5">
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {title}
            </span>
            <TokenFacts tokens={tokens} />
          </li>
        );
      })}
    </ol>
    <div className="flex items-center gap-3 px-2.5 text-xs text-ink-3">
      {lines.length > MAX_SHOWN && <span>{texts.more(lines.length - MAX_SHOWN)}</span>}
      <Button variant="ghost" size="sm" className="-ms-2" onClick={onJoin}>
        {texts.asOne}
      </Button>
    </div>
  </div>
);
