import type { TaskPriority, TaskStatus } from '../../contract/enums.js';
import type { Resources } from '../request/context.js';
import { createTasks } from '../comments/createTasks.service.js';
import { addMember } from '../projects/member.service.js';
import { createProject } from '../copies/newProject.service.js';
import { BULK_CREATE, DAY_MS } from '../../contract/limits.js';
import { dueIn } from './calendar.js';
import { createContextAt, createIdAt } from './demoContext.js';
import { DEMO_PEOPLE } from './demoPeople.js';
import { seededRandom } from './seededRandom.js';
import type { People } from './timeline.js';

const SEED = 5_000;
/** The last of the four has had an account for longer than this. */
const HISTORY_DAYS = 80;
const THINGS = ['lens', 'bracket', 'cable', 'housing', 'battery', 'switch', 'seal', 'screw', 'board', 'carton'];
const WORK = ['Inspect', 'Count', 'Order', 'Measure', 'Photograph', 'Repair', 'Label', 'Pack', 'Replace', 'Return'];
const STATUSES: TaskStatus[] = ['TODO', 'TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE', 'DONE', 'DONE', 'DONE'];
const PRIORITIES: TaskPriority[] = ['LOW', 'LOW', 'MEDIUM', 'MEDIUM', 'MEDIUM', 'HIGH', 'HIGH', 'URGENT'];

/** The least number of commands that the tasks are spread over, so that the log looks like a team's. */
const COMMANDS_MIN = 400;

/**
 * Creates a project with `count` tasks, spread over the last months. Each task is assigned to its creator or not at all, so that
 * it causes no notification. Calls `progress` with the number of tasks after each command; `signal` stops between two.
 */
export async function addBulkProject(
  resources: Resources,
  people: People,
  count: number,
  now: Date,
  progress: (made: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<string> {
  const random = seededRandom(SEED);
  const pick = <T>(items: readonly [T, ...T[]] | readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const ids = DEMO_PEOPLE.map(({ handle }) => people[handle]);
  const [owner = '', ...others] = ids;
  const begin = new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
  const ctx = createContextAt(resources, begin, { userId: owner, sessionId: '' });
  const { project } = await createProject(ctx, {
    id: createIdAt(begin),
    name: `Warehouse (${count.toLocaleString('en')} tasks)`,
    description: 'Many small tasks, to see how the app handles size.',
  });
  for (const userId of others) await addMember(ctx, project.id, { userId });

  const size = Math.min(BULK_CREATE.tasks, Math.ceil(count / COMMANDS_MIN));
  const step = (HISTORY_DAYS * DAY_MS) / (count + 1);
  for (let made = 0; made < count;) {
    signal?.throwIfAborted();
    const maker = pick(ids);
    const at = new Date(begin.getTime() + Math.floor((made + 1) * step));
    const tasks = Array.from({ length: Math.min(size, count - made) }, (_, i) => {
      const thing = pick(THINGS);
      const status = pick(STATUSES);
      // a team keeps up: only a few tasks are overdue, since yesterday
      const earliest = status === 'DONE' ? -60 : -1;
      return {
        id: createIdAt(at),
        title: `${pick(WORK)} ${thing} ${made + i + 1}`,
        description: random() < 0.3 ? `Shelf ${Math.ceil(random() * 40)}, box ${Math.ceil(random() * 900)}.` : '',
        status,
        priority: pick(PRIORITIES),
        tags: random() < 0.6 ? [thing] : [],
        dueDate: random() < 0.4 ? dueIn(now, Math.floor(random() * 60) + earliest) : null,
        assigneeId: random() < 0.7 ? maker : null,
      };
    });
    const makerCtx = createContextAt(resources, at, { userId: maker, sessionId: '' });
    await createTasks(makerCtx, { projectId: project.id, tasks });
    made += tasks.length;
    progress(made);
  }
  return project.id;
}
