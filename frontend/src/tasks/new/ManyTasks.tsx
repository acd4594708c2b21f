import { newTaskTexts } from '../../texts/newTask';
import { Button } from '../../ui/Button';
import { readLine, type Known } from './quickAdd';
import { TokenFacts } from './Tokens';

/** So many of them are shown: to see that they are read as they are meant. */
const SHOWN = 50;

interface ManyTasksProps {
  lines: readonly string[];
  known: Known;
  /** Puts the lines into one. */
  onJoin: () => void;
}

/** The tasks that pasted lines make, each with what its own line says. */
export const ManyTasks = ({ lines, known, onJoin }: ManyTasksProps) => (
  <div className="grid min-w-0 gap-1.5">
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
    <ol aria-label={newTaskTexts.many.preview} tabIndex={0} className="max-h-40 overflow-y-auto rounded-sm bg-well py-1">
      {lines.slice(0, SHOWN).map((line, at) => {
        const { title, tokens } = readLine(line, known);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two lines may be alike
          <li key={at} className="flex min-h-7 items-center gap-2 px-2.5">
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {title}
            </span>
            <TokenFacts tokens={tokens} />
          </li>
        );
      })}
      {lines.length > SHOWN && <li className="px-2.5 py-1 text-xs text-ink-3">…</li>}
    </ol>
    <Button variant="ghost" size="sm" className="justify-self-start" onClick={onJoin}>
      {newTaskTexts.many.asOne}
    </Button>
  </div>
);
