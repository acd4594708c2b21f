import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { importReason } from '../../contract/importReasons.js';
import { ATTACHMENTS, CHECKLIST, LIMITS } from '../../contract/limits.js';
import type { FileOutcome } from './archiveFiles.js';
import { originId } from './originId.js';
import { cut, toImportThing } from './read/cleanTask.js';
import type { DraftComment, DraftTask, ReportLoss } from './read/draft.js';
import { RelationGraph } from './relationGraph.js';
import { IS_UNDONE, PART_KINDS, type PartKind, dropFutureTime, type PlannedPart, type Run, taskIdOf } from './run.js';

/* Plans the parts of tasks: comments, checklist items, files and relations. Existing ones are kept, unless the undo of an
   import has deleted them: then they are restored. Parts that people have deleted stay deleted. */

export interface Parts {
  /** Ids of existing comments, items, relations and files of the project, including deleted ones. */
  ids: Set<string>;
  /** Ids of existing parts that the undo of an import has deleted. They are in `ids`, too. */
  undone: Set<string>;
  /**
   * Ids that are already used by parts of other projects. Clients can choose ids, so they can have chosen one that an
   * import derives.
   */
  elsewhere: Set<string>;
  /** How many files tasks have. */
  files: Map<string, number>;
  /** The number of items in a task's checklist, and the last rank. */
  checklists: Map<string, { count: number; rank: string | null }>;
}

interface PartRow {
  id: string;
  /** Whether its task is in the project. */
  isHere: boolean;
  isUndone: boolean;
}

export async function readParts(
  em: EntityManager,
  projectId: string,
  taskIds: readonly string[],
  partIds: readonly string[],
): Promise<Parts> {
  const db = em.getKysely();
  const isUndone = sql`part.project_id = ${projectId} and ${IS_UNDONE}`;
  const selects = PART_KINDS.map(
    (table) => sql`
      select part.id, t.project_id = ${projectId} as "isHere", ${isUndone} as "isUndone"
      from ${sql.table(table)} part join task t on t.id = part.task_id
      where part.id = any(${[...partIds]}::uuid[])`,
  );
  const { rows } =
    partIds.length === 0 ? { rows: [] } : await sql<PartRow>`${sql.join(selects, sql` union all `)}`.execute(db);
  const idsOf = (isWanted: (row: PartRow) => boolean) => new Set(rows.filter(isWanted).map(({ id }) => id));
  const ids = idsOf(({ isHere }) => isHere);
  const elsewhere = idsOf(({ isHere }) => !isHere);
  const undone = idsOf((row) => row.isHere && row.isUndone);
  if (taskIds.length === 0) return { ids, undone, elsewhere, files: new Map(), checklists: new Map() };
  const { rows: lists } = await sql<{ taskId: string; count: number; rank: string | null; files: number }>`
    select t.id as "taskId", count(i.id) filter (where i.deleted_at is null)::int as count, max(i.rank) as rank,
      (select count(*)::int from attachment f where f.task_id = t.id and f.deleted_at is null) as files
    from task t left join checklist_item i on i.task_id = t.id where t.id = any(${[...taskIds]}::uuid[]) group by t.id`.execute(
    db,
  );
  return {
    ids,
    undone,
    elsewhere,
    files: new Map(lists.map(({ taskId, files }) => [taskId, files])),
    checklists: new Map(lists.map(({ taskId, count, rank }) => [taskId, { count, rank }])),
  };
}

/** The ids that the parts of a task get in this project. */
const commentIdOf = (taskId: string, theirs: string): string => originId(taskId, 'comment', theirs);
/** The id that an earlier version would have given a comment, in a list that can be empty. */
const earlierIdsOf = (taskId: string, { earlierId }: DraftComment): string[] =>
  earlierId === undefined ? [] : [commentIdOf(taskId, earlierId)];
const itemIdOf = (taskId: string, theirs: string): string => originId(taskId, 'item', theirs);
export const fileIdOf = (taskId: string, theirs: string): string => originId(taskId, 'file', theirs);
const relationIdOf = (projectId: string, theirs: string): string => originId(projectId, 'relation', theirs);

export const partIdsOf = (
  { targetId }: Run,
  taskId: string,
  { comments, checklist, relations = [], own }: DraftTask,
): string[] => [
  ...comments.flatMap((comment) => [commentIdOf(taskId, comment.id), ...earlierIdsOf(taskId, comment)]),
  ...checklist.map(({ id }) => itemIdOf(taskId, id)),
  ...(own?.files ?? []).map(({ id }) => fileIdOf(taskId, id)),
  ...relations.map(({ id }) => relationIdOf(targetId, id)),
];

interface PartsOptions {
  em: EntityManager;
  run: Run;
  part: PlannedPart;
  present: Parts;
  /** The outcomes of files by their new ids. */
  outcomes: ReadonlyMap<string, FileOutcome>;
  /** Whether a task exists in the project, by its id. */
  isThere: (id: string) => boolean;
  now: Date;
}

export class TaskParts {
  readonly #options: PartsOptions;
  readonly #personOf: Map<string, Run['plan']['people'][number]>;
  /** Computed once for each task: a task can have thousands of comments and name thousands of pictures. */
  readonly #fileIds = new WeakMap<DraftTask, ReadonlyMap<string, string>>();

  constructor(options: PartsOptions) {
    this.#options = options;
    this.#personOf = new Map(options.run.plan.people.map((person) => [person.person.id, person]));
  }

  #createLossReporter(draft: DraftTask, taskId: string): ReportLoss {
    const { lines } = this.#options.part;
    return (what, why) => void lines.push({ taskId, isRefused: false, item: draft.row, what, why });
  }

  /** Returns the member matched with a person of the file, or else the importer. */
  memberOf(person: string | undefined): string {
    return this.#personOf.get(person ?? '')?.userId ?? this.#options.run.userId;
  }

  /** Returns the new ids of the imported files that the texts of a task can show, by their ids in the file. */
  #fileIdsOf(draft: DraftTask, taskId: string): ReadonlyMap<string, string> {
    const known = this.#fileIds.get(draft);
    if (known) return known;
    const { outcomes, present, run } = this.#options;
    const files = [
      ...(draft.own?.files ?? []).map(({ id }) => ({ id, made: fileIdOf(taskId, id) })),
      ...(draft.own?.pictures ?? []).map((picture) => ({
        id: picture.id,
        made: fileIdOf(taskIdOf(run, picture.taskId), picture.id),
      })),
    ];
    const imported = files.filter(({ made }) => {
      const outcome = outcomes.get(made);
      return present.ids.has(made) || (outcome !== undefined && 'stored' in outcome);
    });
    const ids = new Map(imported.map(({ id, made }) => [id, made]));
    this.#fileIds.set(draft, ids);
    return ids;
  }

  /** Replaces the ids of pictures in a text with the ids of the imported files. */
  renameFiles(draft: DraftTask, taskId: string, text: string): string {
    const ids = this.#fileIdsOf(draft, taskId);
    return text.replaceAll(/(?<=\/files\/)[^/]+(?=\/)/g, (id) => ids.get(id) ?? id);
  }

  /** Plans to restore a part that the undo of an import has deleted. Returns false for any other part. */
  #restore(kind: PartKind, id: string): boolean {
    const { part, present } = this.#options;
    const isUndone = present.undone.delete(id);
    if (isUndone) part.restored.push({ kind, id });
    return isUndone;
  }

  #isKept(id: string): boolean {
    const { ids, undone } = this.#options.present;
    return ids.has(id) && !undone.has(id);
  }

  /** Adds the parts of a task that are new. */
  async add(draft: DraftTask, taskId: string, isNew: boolean): Promise<void> {
    this.#addComments(draft, taskId);
    this.#addItems(draft, taskId);
    this.#addFiles(draft, taskId, isNew);
    await this.#addRelations(draft, taskId);
  }

  #addComments(draft: DraftTask, taskId: string): void {
    const reportLoss = this.#createLossReporter(draft, taskId);
    const { part, run, now } = this.#options;
    const { ids, elsewhere } = this.#options.present;
    for (const comment of draft.comments) {
      const id = commentIdOf(taskId, comment.id);
      const known = [id, ...earlierIdsOf(taskId, comment)].find((it) => ids.has(it));
      if (known !== undefined) {
        const counts = this.#restore('comment', known) ? part.made : part.kept;
        counts.comments += 1;
        continue;
      }
      if (elsewhere.has(id)) {
        reportLoss({ kind: 'comment' }, importReason('inOtherProject'));
        continue;
      }
      ids.add(id);
      const at = dropFutureTime(comment.at, now) ?? now.toISOString();
      part.made.comments += 1;
      part.comments.push({
        id,
        taskId,
        authorId: run.userId,
        text: cut(this.renameFiles(draft, taskId, comment.text), LIMITS.commentMax),
        importedFrom: { name: comment.name, at },
        createdAt: dropFutureTime(comment.createdAt ?? null, now) ?? at,
        updatedAt: dropFutureTime(comment.updatedAt ?? null, now) ?? at,
      });
    }
  }

  #addItems(draft: DraftTask, taskId: string): void {
    const reportLoss = this.#createLossReporter(draft, taskId);
    const { part, now } = this.#options;
    const { ids, elsewhere, checklists } = this.#options.present;
    const list = checklists.get(taskId) ?? { count: 0, rank: null };
    let { count } = list;
    for (const item of draft.checklist) {
      const id = itemIdOf(taskId, item.id);
      if (this.#isKept(id)) {
        part.kept.checklistItems += 1;
        continue;
      }
      if (count >= CHECKLIST.max) {
        reportLoss(toImportThing('checklistItem', item.text), importReason('checklistFull', { max: CHECKLIST.max }));
        continue;
      }
      if (elsewhere.has(id)) {
        reportLoss(toImportThing('checklistItem', item.text), importReason('inOtherProject'));
        continue;
      }
      count += 1;
      part.made.checklistItems += 1;
      if (this.#restore('checklist_item', id)) continue;
      ids.add(id);
      part.items.push({
        taskId,
        after: list.rank,
        row: {
          id,
          taskId,
          text: item.text,
          done: item.done,
          createdAt: dropFutureTime(item.createdAt ?? null, now) ?? now,
          updatedAt: dropFutureTime(item.updatedAt ?? null, now) ?? now,
        },
      });
    }
  }

  #addFiles(draft: DraftTask, taskId: string, isNew: boolean): void {
    const reportLoss = this.#createLossReporter(draft, taskId);
    const { part, now } = this.#options;
    const { ids, elsewhere, files } = this.#options.present;
    for (const { id: theirs, name, creator, createdAt, isCover } of draft.own?.files ?? []) {
      const id = fileIdOf(taskId, theirs);
      const outcome = this.#options.outcomes.get(id);
      const count = files.get(taskId) ?? 0;
      if (this.#isKept(id)) part.kept.files += 1;
      else if (elsewhere.has(id)) reportLoss(toImportThing('file', name), importReason('inOtherProject'));
      else if (count >= ATTACHMENTS.perTask) {
        reportLoss(toImportThing('file', name), importReason('tooManyFiles', { max: ATTACHMENTS.perTask }));
      } else if (this.#restore('attachment', id)) {
        files.set(taskId, count + 1);
        part.made.files += 1;
      } else if (outcome && 'why' in outcome) reportLoss(toImportThing('file', name), outcome.why);
      else {
        ids.add(id);
        files.set(taskId, count + 1);
        part.made.files += 1;
        if (!outcome?.stored) continue;
        const { id: fileId, type, size, width, height, hasThumbnail } = outcome.stored;
        part.files.push({
          id,
          taskId,
          fileId,
          name,
          type,
          size,
          width,
          height,
          hasThumbnail,
          creatorId: this.memberOf(creator),
          // An existing task can have another cover.
          isCover: isCover && isNew,
          createdAt: dropFutureTime(createdAt, now) ?? now.toISOString(),
        });
      }
    }
  }

  async #addRelations(draft: DraftTask, taskId: string): Promise<void> {
    const reportLoss = this.#createLossReporter(draft, taskId);
    const { part, run, now } = this.#options;
    const { ids, elsewhere } = this.#options.present;
    for (const { id: theirs, kind, creator, createdAt, ...ends } of draft.relations ?? []) {
      const id = relationIdOf(run.targetId, theirs);
      const relation = { kind, taskId: taskIdOf(run, ends.taskId), otherId: taskIdOf(run, ends.otherId) };
      const graph = (run.relations ??= await RelationGraph.load(this.#options.em, run.targetId));
      if (this.#isKept(id) || graph.has(relation)) {
        part.kept.relations += 1;
        continue;
      }
      const isThere = [relation.taskId, relation.otherId].every((end) => this.#options.isThere(end));
      const why = elsewhere.has(id)
        ? importReason('inOtherProject')
        : isThere
          ? await graph.refuse(relation)
          : importReason('otherNotImported');
      if (why !== null) {
        reportLoss({ kind: 'relation' }, why);
        continue;
      }
      graph.add(relation);
      part.made.relations += 1;
      if (this.#restore('task_relation', id)) continue;
      ids.add(id);
      const at = dropFutureTime(createdAt, now) ?? now.toISOString();
      part.relations.push({ id, ...relation, creatorId: this.memberOf(creator), createdAt: at });
    }
  }
}
