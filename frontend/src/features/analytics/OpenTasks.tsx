import { Link } from '../../ui/Link';
import { TaskRowHead } from '../tasks/parts/TaskRowHead';
import { number } from '../../texts/format';
import { teamTexts } from '../../texts/team';
import { DueLabel } from '../../ui/DueLabel';
import type { PersonWorkQuery } from './PersonWork.generated';

const { ofPerson: texts } = teamTexts;

/** The open tasks of a person, by due date. */
export const OpenTasks = ({ id, tasks }: { id: string; tasks: PersonWorkQuery['tasks'] }) => (
  <section aria-labelledby="open-tasks" className="mb-8">
    <div className="flex h-8 items-center gap-2">
      <h2 id="open-tasks" className="text-sm">
        {texts.openTasks}
      </h2>
      <span className="text-ink-3">{number(tasks.totalCount)}</span>
      {tasks.totalCount > 0 && (
        <Link
          to={`/tasks?assignee=${id}&status=TODO&status=IN_PROGRESS&status=IN_REVIEW&sort=DUE_ASC`}
          className="relative z-1 ms-auto inline-flex items-center rounded-xs text-xs font-medium text-ink-3 hover:text-ink pointer-coarse:min-h-11"
        >
          {texts.allOpen(tasks.totalCount)}
        </Link>
      )}
    </div>
    {tasks.nodes.length === 0 ? (
      <p className="border-t border-line py-4 text-ink-3">{texts.noneOpen}</p>
    ) : (
      <ul>
        {tasks.nodes.map((task) => (
          <li
            key={task.id}
            className="relative flex min-h-11 items-center gap-2.5 border-t border-line py-2 before:pointer-events-none before:absolute before:inset-x-[-10px] before:inset-y-0 before:rounded-sm hover:before:bg-fill md:pointer-fine:min-h-10"
          >
            <TaskRowHead task={task} />
            <DueLabel task={task} />
          </li>
        ))}
      </ul>
    )}
  </section>
);
