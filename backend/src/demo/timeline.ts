import { noteVisit } from '../auth/visits.js';
import { addChecklistItems, updateChecklistItem } from '../checklist/checklist.service.js';
import { addComment } from '../comments/comment.service.js';
import type { Context } from '../kernel/context.js';
import { markAllNotificationsRead } from '../notifications/notification.service.js';
import { addMember } from '../projects/member.service.js';
import { createProject, updateProject } from '../projects/project.service.js';
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
import { dayAgo, dueIn, HOURS, workAgo } from './calendar.js';
import { CAST } from './cast.js';
import { seededRandom } from './seededRandom.js';
import { idAt } from './stage.js';
import type { Handle, ProjectPlan, Step, TaskPlan } from './story.js';

/** One thing that somebody does at some moment. */
export interface Happening {
  at: Date;
  by: Handle;
  what: string;
  run: (ctx: Context) => Promise<unknown>;
}

/** The ids of the accounts, by username. */
export type People = Readonly<Record<Handle, string>>;

const SEED = 20_261;
/** Two acts on one task are at least this far apart. */
const PAUSE_MS = 12 * 60_000;

const orNull = (people: People, who: Handle | null | undefined): string | null => (who ? people[who] : null);

/** Whoever usually does such a thing: what is finished or dropped is its creator's to say, the rest is the assignee's. */
function usualActor(task: TaskPlan, step: Step): Handle {
  const byCreator = step.kind === 'delete' || step.kind === 'assign' || (step.kind === 'status' && step.to === 'DONE');
  return byCreator ? task.origin.by : (task.origin.to ?? task.origin.by);
}

/** Drags a card to the top of the column it is in. */
async function moveToTop(ctx: Context, projectId: string, id: string): Promise<void> {
  const { status } = await getTask(ctx, id);
  const column = await listTasks(ctx, {
    filter: { projectId, statuses: [status] },
    orderBy: 'RANK_ASC',
    first: 1,
  });
  await moveTask(ctx, id, { status, beforeId: column.rows[0]?.id });
}

function play(ctx: Context, people: People, now: Date, projectId: string, id: string, step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'move':
      return moveTask(ctx, id, { status: step.to });
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
        ...(due !== undefined && { dueDate: due === null ? null : dueIn(now, due) }),
      });
    }
    case 'comment':
      return addComment(ctx, id, { text: step.text });
    case 'delete':
      return deleteTask(ctx, id);
  }
}

/** Writes the checklist of a new task, and ticks what is done of it. */
async function writeChecklist(ctx: Context, id: string, { items, done }: TaskPlan['checklist']): Promise<void> {
  if (items.length === 0) return;
  const { checklistItems } = await addChecklistItems(ctx, id, { items: items.map((text) => ({ text })) });
  for (const item of checklistItems.slice(0, done)) await updateChecklistItem(ctx, item, { done: true });
}

function taskLine(plan: TaskPlan, projectId: string, people: People, now: Date, random: () => number): Happening[] {
  const { title, description, priority, tags } = plan;
  const { ago, by, to, due } = plan.origin;
  let at = workAgo(now, ago, random);
  const id = idAt(at);
  const fields = { id, projectId, title, description, priority, tags, assigneeId: orNull(people, to) };
  const dueDate = due === undefined ? null : dueIn(now, due);
  const made: Happening = {
    at,
    by,
    what: `make '${title}'`,
    run: async (ctx) => {
      await createTask(ctx, { ...fields, dueDate });
      await writeChecklist(ctx, id, plan.checklist);
    },
  };
  const steps = plan.history.map((step): Happening => {
    const planned = workAgo(now, step.ago, random).getTime();
    at = new Date(Math.min(Math.max(planned, at.getTime() + PAUSE_MS), now.getTime() - 1_000));
    return {
      at,
      by: step.by ?? usualActor(plan, step),
      what: `${step.kind} '${title}'`,
      run: (ctx) => play(ctx, people, now, projectId, id, step),
    };
  });
  return [made, ...steps];
}

function projectLine(plan: ProjectPlan, people: People, now: Date, random: () => number): Happening[] {
  const { name, description, color, owner } = plan;
  const at = dayAgo(now, plan.made, HOURS.project, random() * 10);
  const id = idAt(at);
  return [
    { at, by: owner, what: `make ${name}`, run: (ctx) => createProject(ctx, { id, name, description, color }) },
    ...plan.members.map(({ who, ago }): Happening => ({
      at: dayAgo(now, ago, HOURS.project, 20 + random() * 20),
      by: owner,
      what: `add ${who} to ${name}`,
      run: (ctx) => addMember(ctx, id, { userId: people[who] }),
    })),
    ...(plan.edits ?? []).map(({ ago, by, fields }): Happening => ({
      at: dayAgo(now, ago, HOURS.project, 45 + random() * 10),
      by,
      what: `edit ${name}`,
      run: (ctx) => updateProject(ctx, id, fields),
    })),
    ...plan.tasks.flatMap((task) => taskLine(task, id, people, now, random)),
  ];
}

/**
 * Everything that has happened in these projects up to `now`, in the order of time: the same for the same `now`, but for
 * the random part of ids.
 */
export function timelineOf(projects: readonly ProjectPlan[], people: People, now: Date): Happening[] {
  const random = seededRandom(SEED);
  const readings = CAST.flatMap(({ handle, readsAll }) =>
    readsAll.map((ago): Happening => ({
      at: dayAgo(now, ago, HOURS.reading, 15 + random() * 30),
      by: handle,
      what: 'read all notifications',
      run: async (ctx) => {
        await noteVisit(ctx.em, people[handle], ctx.resources.now());
        return markAllNotificationsRead(ctx);
      },
    })),
  );
  const all = [...projects.flatMap((project) => projectLine(project, people, now, random)), ...readings];
  return all.sort((a, b) => a.at.getTime() - b.at.getTime());
}
