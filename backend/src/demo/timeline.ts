import { recordVisit } from '../auth/visits.js';
import { addChecklistItems, updateChecklistItem } from '../checklist/checklist.service.js';
import { readColumns } from '../columns/column.reads.js';
import { createColumn } from '../columns/column.service.js';
import { setTagColor } from '../tags/tag.service.js';
import { addComment } from '../comments/comment.service.js';
import type { Context } from '../request/context.js';
import { markAllNotificationsRead } from '../notifications/notification.service.js';
import { addMember } from '../projects/member.service.js';
import { createProject } from '../copies/newProject.service.js';
import { updateProject } from '../projects/project.service.js';
import {
  assignTask,
  createTask,
  deleteTask,
  getTask,
  listTasks,
  moveTask,
  updateTask,
  updateTaskStatus,
} from '../tasks/task.service.js';
import { dayOf, dueIn, HOURS, timeAgo, workingTimeAgo } from './calendar.js';
import { createIdAt } from './demoContext.js';
import { DEMO_PEOPLE } from './demoPeople.js';
import type { ProjectPlan, Step, TaskPlan, Username } from './projectPlan.js';
import { seededRandom } from './seededRandom.js';

export interface DemoEvent {
  at: Date;
  by: Username;
  what: string;
  run: (ctx: Context) => Promise<unknown>;
}

/** Account ids by username. */
export type People = Readonly<Record<Username, string>>;

const SEED = 20_261;
/** The least time between two changes of a task. */
const PAUSE_MS = 12 * 60_000;

const orNull = (people: People, who: Username | null | undefined): string | null => (who ? people[who] : null);

/** Returns who usually makes such a change: the creator finishes, assigns or deletes, the assignee does the rest. */
function usualActor(task: TaskPlan, step: Step): Username {
  const byCreator = step.kind === 'delete' || step.kind === 'assign' || (step.kind === 'status' && step.to === 'DONE');
  return byCreator ? task.origin.by : (task.origin.to ?? task.origin.by);
}

async function moveToTop(ctx: Context, projectId: string, id: string): Promise<void> {
  const { status } = await getTask(ctx, id);
  const column = await listTasks(ctx, {
    filter: { projectId, statuses: [status] },
    orderBy: 'RANK_ASC',
    first: 1,
  });
  await moveTask(ctx, id, { status, beforeId: column.rows[0]?.id });
}

async function moveToColumn(ctx: Context, projectId: string, id: string, name: string): Promise<void> {
  const columns = await readColumns(ctx, projectId);
  await moveTask(ctx, id, { columnId: columns.find((column) => column.name === name)?.id });
}

/** Urgent tasks are due at a time, all others on a day. */
function dueFields({ priority }: TaskPlan, now: Date, days: number | null): { dueDate?: Date | null; dueDay?: string } {
  if (days === null) return { dueDate: null };
  const at = dueIn(now, days);
  return priority === 'URGENT' || priority === 'HIGH' ? { dueDate: at } : { dueDay: dayOf(at) };
}

interface Played {
  plan: TaskPlan;
  projectId: string;
  id: string;
}

function play(ctx: Context, people: People, now: Date, { plan, projectId, id }: Played, step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'move':
      return moveTask(ctx, id, { status: step.to });
    case 'column':
      return moveToColumn(ctx, projectId, id, step.to);
    case 'status':
      return updateTaskStatus(ctx, id, { status: step.to });
    case 'top':
      return moveToTop(ctx, projectId, id);
    case 'assign':
      return assignTask(ctx, id, { assigneeId: orNull(people, step.to) });
    case 'edit': {
      const { due, ...fields } = step.fields;
      return updateTask(ctx, id, {
        ...fields,
        ...(due !== undefined && dueFields(plan, now, due)),
      });
    }
    case 'comment':
      return addComment(ctx, id, { text: step.text });
    case 'delete':
      return deleteTask(ctx, id);
  }
}

/** Adds a new task's checklist, and marks items as done. */
async function addChecklist(ctx: Context, id: string, { items, done }: TaskPlan['checklist']): Promise<void> {
  if (items.length === 0) return;
  const { checklistItems } = await addChecklistItems(ctx, id, { items: items.map((text) => ({ text })) });
  for (const item of checklistItems.slice(0, done)) await updateChecklistItem(ctx, item, { done: true });
}

function taskEvents(plan: TaskPlan, projectId: string, people: People, now: Date, random: () => number): DemoEvent[] {
  const { title, description, priority, tags } = plan;
  const { ago, by, to, due } = plan.origin;
  let at = workingTimeAgo(now, ago, random);
  const id = createIdAt(at);
  const fields = { id, projectId, title, description, priority, tags, assigneeId: orNull(people, to) };
  const dueAt = dueFields(plan, now, due ?? null);
  const made: DemoEvent = {
    at,
    by,
    what: `make '${title}'`,
    run: async (ctx) => {
      await createTask(ctx, { ...fields, ...dueAt });
      await addChecklist(ctx, id, plan.checklist);
    },
  };
  const steps = plan.history.map((step): DemoEvent => {
    const planned = workingTimeAgo(now, step.ago, random).getTime();
    at = new Date(Math.min(Math.max(planned, at.getTime() + PAUSE_MS), now.getTime() - 1_000));
    return {
      at,
      by: step.by ?? usualActor(plan, step),
      what: `${step.kind} '${title}'`,
      run: (ctx) => play(ctx, people, now, { plan, projectId, id }, step),
    };
  });
  return [made, ...steps];
}

function projectEvents(plan: ProjectPlan, people: People, now: Date, random: () => number): DemoEvent[] {
  const { name, description, color, owner } = plan;
  const at = timeAgo(now, plan.made, HOURS.project, random() * 10);
  const id = createIdAt(at);
  return [
    { at, by: owner, what: `make ${name}`, run: (ctx) => createProject(ctx, { id, name, description, color }) },
    ...(plan.columns ?? []).map(({ ago, ...column }): DemoEvent => ({
      at: timeAgo(now, ago, HOURS.project, 30 + random() * 10),
      by: owner,
      what: `add the column ${column.name} to ${name}`,
      run: (ctx) => createColumn(ctx, id, column),
    })),
    ...Object.entries(plan.tagColors ?? {}).map(([tag, color]): DemoEvent => ({
      at: timeAgo(now, plan.made, HOURS.project, 15 + random()),
      by: owner,
      what: `color the tag ${tag} in ${name}`,
      run: (ctx) => setTagColor(ctx, id, { name: tag, color }),
    })),
    ...plan.members.map(({ who, ago, role }): DemoEvent => ({
      at: timeAgo(now, ago, HOURS.project, 20 + random() * 20),
      by: owner,
      what: `add ${who} to ${name}`,
      run: (ctx) => addMember(ctx, id, { userId: people[who], ...(role && { role }) }),
    })),
    ...(plan.edits ?? []).map(({ ago, by, fields }): DemoEvent => ({
      at: timeAgo(now, ago, HOURS.project, 45 + random() * 10),
      by,
      what: `edit ${name}`,
      run: (ctx) => updateProject(ctx, id, fields),
    })),
    ...plan.tasks.flatMap((task) => taskEvents(task, id, people, now, random)),
  ];
}

/** Returns all events of these projects up to `now` in order of time; for the same `now` only the random part of ids differs. */
export function buildTimeline(projects: readonly ProjectPlan[], people: People, now: Date): DemoEvent[] {
  const random = seededRandom(SEED);
  const readings = DEMO_PEOPLE.flatMap(({ handle, readsAll }) =>
    readsAll.map((ago): DemoEvent => ({
      at: timeAgo(now, ago, HOURS.reading, 15 + random() * 30),
      by: handle,
      what: 'read all notifications',
      run: async (ctx) => {
        await recordVisit(ctx.em, people[handle], ctx.resources.now());
        return markAllNotificationsRead(ctx);
      },
    })),
  );
  const all = [...projects.flatMap((project) => projectEvents(project, people, now, random)), ...readings];
  return all.sort((a, b) => a.at.getTime() - b.at.getTime());
}
