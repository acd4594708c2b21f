import { use, useRef } from 'react';
import { useCurrentUser } from '../../account/session/SessionContext';
import { ME, NONE } from '../filters/taskFilters';
import { TaskToolbar } from '../list/TaskToolbar';
import { useFilterPeople, type FilterPerson } from '../filters/useFilterPeople';
import { useTaskFilters } from '../filters/useTaskFilters';
import { fullName } from '../../../lib/text';
import { KEYS } from '../../../lib/keyboard/keys';
import { useLetterKey } from '../../../lib/keyboard/useLetterKey';
import { controlsTexts } from '../../../texts/controls';
import { tasksTexts } from '../../../texts/tasks';
import { ColumnToolsContext } from './columnTools';
import { Avatar, NoAvatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/Button';

const words = tasksTexts.filters;

/** The number of avatars besides the viewer's; the filter menu contains the others. */
const FACES = 6;

interface BoardPeopleProps {
  people: readonly FilterPerson[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** The assignee filter: a press on an avatar adds or removes the person. */
const BoardPeople = ({ people, chosen, onChange }: BoardPeopleProps) => {
  const user = useCurrentUser();
  const group = useRef<HTMLDivElement>(null);
  const faces = people.filter(({ id }, place) => place < FACES || chosen.includes(id));
  const face = (value: string, name: string, picture: React.ReactNode) => (
    <button
      key={value}
      type="button"
      aria-pressed={chosen.includes(value)}
      title={name}
      aria-label={name}
      className="grid size-8 flex-none place-items-center rounded-full border-2 border-transparent opacity-80 hover:opacity-100 aria-pressed:border-accent aria-pressed:opacity-100 pointer-coarse:size-11"
      onClick={() => onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])}
    >
      {picture}
    </button>
  );
  return (
    <div ref={group} role="group" aria-label={words.people} className="-my-0.5 flex flex-none items-center">
      {face(ME, words.assignedToMe, <Avatar user={user} size={24} decorative />)}
      {faces.map((person) => face(person.id, fullName(person), <Avatar user={person} size={24} decorative />))}
      {face(NONE, controlsTexts.noAssignee, <NoAvatar size={24} decorative />)}
      {chosen.length > 0 && (
        <Button
          size="md"
          variant="ghost"
          onClick={() => {
            // The button is removed together with the filter.
            group.current?.querySelector('button')?.focus();
            onChange([]);
          }}
        >
          {words.anyone}
        </Button>
      )}
    </div>
  );
};

/** Search, assignees and filters of a board, and the key that adds a task to a column. */
export const BoardToolbar = ({ projectId }: { projectId?: string | undefined }) => {
  const { filters, typed, setTyped, change } = useTaskFilters();
  // N adds a task to the column with the focus, or to the first.
  useLetterKey(KEYS.newHere, () => {
    const column = document.activeElement?.closest('[data-column]') ?? document;
    column.querySelector<HTMLElement>('[data-new-line]')?.click();
  });
  const menu = use(ColumnToolsContext)?.menu;
  const people = useFilterPeople(projectId === undefined ? filters.projectIds : [projectId], []);
  return (
    <TaskToolbar
      layout="board"
      isOfProject={projectId !== undefined}
      filters={projectId === undefined ? filters : { ...filters, projectIds: [projectId] }}
      typed={typed}
      people={people}
      onType={setTyped}
      onChange={change}
    >
      <BoardPeople people={people} chosen={filters.assignees} onChange={(assignees) => change({ assignees })} />
      {menu && (
        <span data-columns-menu className="contents">
          {menu}
        </span>
      )}
    </TaskToolbar>
  );
};
