import { sql } from 'kysely';
import { addDays, dayAt, dueTimeOf } from '../../contract/localDays.js';
import { createExampleProjectSchema } from '../../contract/projects.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { ChecklistItem } from '../checklist/checklistItem.entity.js';
import { Column } from '../columns/column.entity.js';
import { ProjectColumns } from '../columns/projectColumns.js';
import { newComment } from '../comments/comment.service.js';
import { rejectDuplicateId } from '../platform/database/databaseErrors.js';
import { endRanks, rankBetween } from '../platform/database/rank.js';
import { NOT_DELETED } from '../platform/database/softDelete.js';
import { conflict } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { presentProject } from '../projects/project.presenter.js';
import { readProject } from '../projects/project.reads.js';
import { type Loaded, loadProject, newProject, toProjectWritten } from '../projects/project.service.js';
import type { ProjectWrittenType } from '../projects/project.types.js';
import { type Context, requireViewer } from '../request/context.js';
import { limitCreates } from '../request/rates.js';
import type { Task } from '../tasks/task.entity.js';
import { newTask } from '../tasks/task.service.js';
import { requireUnusedIds } from '../write/chosenIds.js';
import { command, type Tx } from '../write/command.js';
import { EXAMPLE, type PlannedTask, TASKS } from './plan.js';

/** Returns the viewer's example project if there is one. */
async function findExample({ em, viewer }: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from project p join project_member m on m.project_id = p.id and m.user_id = ${viewer.userId}
    where p.is_example and p.deleted_at is null limit 1`.execute(em.getKysely());
  return rows[0]?.id;
}

/** Creates the column of the example, after the other columns of its status. */
function newColumn(tx: Tx, projectId: string): Column {
  const home = new ProjectColumns(projectId, []);
  return tx.em.create(Column, {
    ...EXAMPLE.column,
    id: newId(),
    projectId,
    hidden: false,
    rank: rankBetween(home.first('IN_PROGRESS').rank, home.first('IN_REVIEW').rank),
    isHome: false,
    targetId: null,
    version: 0,
    ...NOT_DELETED,
  });
}

function newChecklist(tx: Tx, { id: taskId, projectId }: Task, { done, open }: NonNullable<PlannedTask['checklist']>) {
  const texts = [...done, ...open];
  const ranks = endRanks(tx.now, null, texts.length);
  for (const [at, text] of texts.entries()) {
    tx.em.create(ChecklistItem, {
      id: newId(),
      projectId,
      taskId,
      text,
      done: at < done.length,
      rank: ranks[at] ?? '',
      version: 0,
      createdAt: tx.now,
      updatedAt: tx.now,
      ...NOT_DELETED,
    });
  }
}

/** Creates the tasks of the example, which are due around today in the viewer's time zone. */
function newTasks(tx: Tx, projectId: string, timeZone: string): void {
  const home = new ProjectColumns(projectId, []);
  const own = newColumn(tx, projectId);
  const ranks = endRanks(tx.now, null, TASKS.length);
  const today = dayAt(tx.now, timeZone);
  for (const [at, { title, description, column, priority, tags, ...planned }] of TASKS.entries()) {
    const dueDay = planned.dueIn === undefined ? null : addDays(today, planned.dueIn);
    const task = newTask(tx, {
      id: newId(),
      projectId,
      title,
      description,
      priority,
      tags: [...tags],
      column: column === 'WAITING' ? own : home.first(column),
      rank: ranks[at] ?? '',
      dueDay,
      dueDate: dueDay === null ? null : dueTimeOf(dueDay, timeZone),
      assigneeId: planned.isMine ? tx.viewer.userId : null,
    });
    if (planned.checklist) newChecklist(tx, task, planned.checklist);
    for (const text of planned.comments ?? []) newComment(tx, { id: newId(), projectId, taskId: task.id, text });
  }
}

/** Creates the example project in one command. CONFLICT with the present one if the viewer has one. */
export async function createExampleProject(ctx: Context, raw: unknown): Promise<ProjectWrittenType> {
  const { userId } = requireViewer(ctx);
  const input = parse(createExampleProjectSchema, raw);
  await limitCreates(ctx);
  const id = input.id ?? newId();
  const { timeZone } = await readPreferences(ctx, userId);
  const done = await command<Loaded>(ctx, {
    operation: 'createExampleProject',
    input,
    projectIds: [],
    run: async (tx) => {
      await requireUnusedIds(tx.em, 'project', [input.id]);
      const { name, description, color, tagColors } = EXAMPLE;
      const project = await newProject(tx, { id, name, description, color, tagColors, isExample: true });
      // The account is locked by now, so two at the same time cannot both find none.
      const taken = await findExample(tx);
      if (taken !== undefined) {
        throw conflict('You already have an example project', async () =>
          presentProject(ctx, await readProject(ctx, taken)),
        );
      }
      newTasks(tx, id, timeZone);
      return { project, role: 'OWNER' };
    },
    receipt: ({ project }) => ({ id: project.id }),
    repeat: ({ id: made = '' }) => loadProject(ctx, made),
  }).catch(rejectDuplicateId('project', async () => presentProject(ctx, await readProject(ctx, id))));
  return toProjectWritten(done);
}
