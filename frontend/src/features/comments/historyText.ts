import type { Repeat } from '@contract/repeat';
import { PROJECT_ROLES, RELATION_KINDS, type ChangeAction, type ChangeEntity } from '@contract/enums';
import type { TaskField } from '@contract/tasks';
import { commentsTexts } from '../../texts/comments';
import { anyColumnLabel } from '../../lib/text';
import { joined } from '../../texts/joined';
import type { Sentence, Strong } from '../../texts/sentence';
import { describeRepeat } from '../../texts/repeat';
import { FIELD_ORDER, TASK_FIELD_NAMES } from '../../texts/taskFields';
import { formatField } from '../tasks/model/fields';
import type { LoggedLineFragment } from './TaskHistory.generated';

/** The fields of a task's history line that its sentence needs. */
export interface HistoryLine {
  entity: ChangeEntity;
  action: ChangeAction;
  fields: Record<string, unknown>;
  /** The revisions that it undid; null if it is not an undo. */
  undoOf?: readonly number[] | null;
  /** Whether this entry was undone. */
  isUndone?: boolean;
  /** The current text of a checklist item. */
  itemText: string | null;
  /** The name of a file that still exists. */
  fileName: string | null;
  actor: { id: string; name: string } | null;
  /** The names of the columns before and after. */
  columnNames?: readonly (string | null)[] | null;
  /** The relation that the line is about. */
  relation?: LoggedLineFragment['relation'];
}

/** Returns names of people and projects, as far as the reader knows them. */
export interface Names {
  person: (userId: string) => string;
  project: (projectId: string) => string | undefined;
  /** The title of a task. */
  task?: (taskId: string) => string | undefined;
  /** The task whose history is shown. Without it, sentences are about the task whose title is next to them. */
  ofTaskId?: string;
}

const { ofTask: texts, ofTasks, ofRelation, ofFile, ofItem, ofMember, ofColumn, ofProject, ofComment } = commentsTexts;

/** A highlighted part of a sentence. */
const strong = (text: string): Strong => ({ strong: text });

/** The person who made the change. */
const whoOf = ({ actor }: HistoryLine): Strong => strong(actor?.name ?? commentsTexts.someone);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const tagsOf = (value: unknown): Strong =>
  strong(Array.isArray(value) && value.length > 0 ? joined(value.map(String)) : commentsTexts.noTags);

/** The name of a project; null if the reader cannot see the project. */
const projectOf = (id: unknown, names: Names): Strong | null => {
  const name = names.project(textOf(id));
  return name === undefined ? null : strong(name);
};

type Formatter = (who: Strong, before: unknown, after: unknown, names: Names) => Sentence;

/** Fields with their own sentences; all others use the general ones (set, removed, changed). */
const FORMATTERS: Partial<Record<TaskField, Formatter>> = {
  status: (who, before, after, names) =>
    texts.moved(who, valueOf('status', before, names), valueOf('status', after, names)),
  title: (who, before, after) => texts.renamed(who, strong(textOf(before)), strong(textOf(after))),
  description: (who) => texts.description(who),
  tags: (who, before, after) => texts.fieldChanged(who, TASK_FIELD_NAMES.tags.name, tagsOf(before), tagsOf(after)),
  assigneeId: (who, before, after, names) => {
    const person = (id: unknown): Strong => strong(names.person(textOf(id)));
    if (!after) return texts.unassigned(who, person(before));
    return before ? texts.reassigned(who, person(before), person(after)) : texts.assigned(who, person(after));
  },
};

const valueOf = (field: TaskField, value: unknown, names: Names): Strong =>
  strong(formatField(field, value, names.person));

const formatChange = (field: TaskField, who: Strong, [before, after]: readonly [unknown, unknown], names: Names) => {
  const format = FORMATTERS[field];
  if (format) return format(who, before, after, names);
  const { name } = TASK_FIELD_NAMES[field];
  if (after == null) return texts.fieldRemoved(who, name, valueOf(field, before, names));
  if (before == null) return texts.fieldSet(who, name, valueOf(field, after, names));
  return texts.fieldChanged(who, name, valueOf(field, before, names), valueOf(field, after, names));
};

const isPair = (change: unknown): change is readonly [unknown, unknown] => Array.isArray(change);

/** History names a due day instead of its due time. */
const dueChange = ({ dueDate, dueDay }: HistoryLine['fields']): unknown => {
  if (!isPair(dueDate) || !isPair(dueDay)) return dueDate;
  return [dueDay[0] ?? dueDate[0], dueDay[1] ?? dueDate[1]];
};

const itemSentences = (line: HistoryLine): readonly Sentence[] => {
  const { action, fields, itemText } = line;
  const who = whoOf(line);
  const { text, done } = fields;
  const item = itemText === null ? null : strong(itemText);
  if (action === 'CREATED') return [ofItem.created(who, item)];
  if (action === 'DELETED') return [ofItem.deleted(who, item)];
  if (action === 'RESTORED') return [ofItem.restored(who, item)];
  const sentences = [
    ...(isPair(text) ? [ofItem.renamed(who, strong(textOf(text[0])), strong(textOf(text[1])))] : []),
    ...(isPair(done) ? [done[1] === true ? ofItem.ticked(who, item) : ofItem.unticked(who, item)] : []),
  ];
  return sentences.length > 0 ? sentences : [ofItem.changed(who)];
};

const fileSentence = (line: HistoryLine): Sentence => {
  const { action, fields, fileName } = line;
  const who = whoOf(line);
  const [before, after] = changeOf(fields, 'name') ?? [];
  if (action === 'UPDATED' && before && after) return ofFile.renamed(who, strong(before), strong(after));
  const name = fileName ?? after ?? before;
  if (action === 'UPDATED' && fields['isCover'] !== undefined) {
    return (changeOf(fields, 'isCover')?.[1] === 'true' ? ofFile.covered : ofFile.uncovered)(
      who,
      name ? strong(name) : null,
    );
  }
  return ofFile[action](who, name ? strong(name) : null);
};

const relationSentence = (line: HistoryLine, names: Names): Sentence => {
  const { action, relation } = line;
  const who = whoOf(line);
  const isGone = action === 'DELETED';
  // A newer server may have kinds that this version does not know.
  if (!relation || !RELATION_KINDS.includes(relation.kind))
    return isGone ? ofRelation.removed(who) : ofRelation.added(who);
  const isInverse = relation.otherId === names.ofTaskId;
  const other = strong(isInverse ? relation.title : relation.otherTitle);
  const way =
    relation.kind === 'RELATES' ? 'RELATES' : (`${relation.kind}_${isInverse ? 'INVERSE' : 'DIRECT'}` as const);
  return isGone ? ofRelation.gone[way](who, other) : ofRelation.made[way](who, other);
};

/** A changed parent; null if it has not changed. */
const parentSentence = (who: Strong, change: unknown, names: Names): Sentence | null => {
  if (!isPair(change)) return null;
  const [before, after] = change;
  const title = names.task?.(textOf(after ?? before));
  const parent = title === undefined ? null : strong(title);
  return after == null ? texts.parentRemoved(who, parent) : texts.parentSet(who, parent);
};

/** Marks a change that undid another one, and a change that was undone. */
const withUndo = ({ undoOf, isUndone }: HistoryLine, sentences: readonly Sentence[]): readonly Sentence[] => {
  const added = [...(undoOf ? [commentsTexts.undoing] : []), ...(isUndone ? [commentsTexts.undone] : [])];
  return added.length === 0 ? sentences : sentences.map((sentence) => [...sentence, ...added]);
};

/** Describes a change of a task or its checklist: one sentence for each visible field. */
export const historySentences = (line: HistoryLine, names: Names): readonly Sentence[] =>
  withUndo(line, sentencesOf(line, names));

const sentencesOf = (line: HistoryLine, names: Names): readonly Sentence[] => {
  if (line.entity === 'TASK_RELATION') return [relationSentence(line, names)];
  if (line.entity === 'ATTACHMENT') return [fileSentence(line)];
  if (line.entity === 'CHECKLIST_ITEM') return itemSentences(line);
  // A part of the task that only a newer server knows
  return line.entity === 'TASK' ? taskSentences(line, names) : [texts.changed(whoOf(line))];
};

const repeatSentences = (who: Strong, change: unknown): readonly Sentence[] => {
  if (!isPair(change)) return [];
  const after = change[1] as Repeat | null;
  return [after ? texts.repeats(who, strong(describeRepeat(after))) : texts.repeatEnded(who)];
};

const taskSentences = (line: HistoryLine, names: Names): readonly Sentence[] => {
  const { action, fields } = line;
  const who = whoOf(line);
  const { projectId } = fields;
  if (action === 'CREATED')
    return [isPair(projectId) ? texts.cameFrom(who, projectOf(projectId[0], names)) : texts.created(who)];
  if (action === 'DELETED' && isPair(projectId)) return [texts.wentTo(who, projectOf(projectId[1], names))];
  if (action === 'DELETED') return [fields.purgedAt ? texts.purged(who) : texts.deleted(who)];
  if (action === 'RESTORED') return [texts.restored(who)];
  const [from, to] = (line.columnNames ?? []).map((name) => name && anyColumnLabel(name));
  const isMoved = from != null && to != null && from !== to;
  const changes = FIELD_ORDER.flatMap((name) => {
    const change = name === 'dueDate' ? dueChange(fields) : fields[name];
    return isPair(change) && !(isMoved && name === 'status') ? [formatChange(name, who, change, names)] : [];
  });
  const parent = parentSentence(who, fields['parentId'], names);
  const sentences = [
    ...(isMoved ? [texts.moved(who, strong(from), strong(to))] : []),
    ...changes,
    ...(parent ? [parent] : []),
    ...repeatSentences(who, fields['repeat']),
  ];
  return sentences.length > 0 ? sentences : [texts.changed(who)];
};

/** Returns a sentence about one field that changed in several tasks. It names the new value if all of them have the same. */
const fieldOfTasks = (lines: readonly HistoryLine[], field: TaskField, names: Names): Sentence | null => {
  const [line] = lines;
  if (!line) return null;
  const count = lines.length;
  const who = whoOf(line);
  const valueAfter = ({ fields, columnNames }: HistoryLine): string | null => {
    const change = field === 'dueDate' ? dueChange(fields) : fields[field];
    if (!isPair(change) || change[1] == null) return null;
    if (field === 'status' && columnNames?.[1] != null) return anyColumnLabel(columnNames[1]);
    return valueOf(field, change[1], names).strong;
  };
  const { name } = TASK_FIELD_NAMES[field];
  const after = valueAfter(line);
  if (
    field === 'tags' ||
    field === 'title' ||
    field === 'description' ||
    lines.some((each) => valueAfter(each) !== after)
  )
    return ofTasks.fieldChanged(who, name, count);
  if (field === 'assigneeId')
    return after === null ? ofTasks.unassigned(who, count) : ofTasks.assigned(who, count, strong(after));
  if (after === null) return ofTasks.fieldRemoved(who, name, count);
  return field === 'status'
    ? ofTasks.moved(who, count, strong(after))
    : ofTasks.fieldSet(who, name, count, strong(after));
};

/** Returns the name of the column that all these tasks were moved to from other columns; null if there is none. */
const columnOfAll = (lines: readonly HistoryLine[]): string | null => {
  const names = lines.map(({ columnNames }) => columnNames ?? []);
  const [[, to] = []] = names;
  const isSame = to != null && names.every(([from, each]) => each === to && from !== each);
  return isSame ? anyColumnLabel(to) : null;
};

/** Returns one sentence about a change of several tasks. */
export const bulkChangeSentence = (lines: readonly [HistoryLine, ...HistoryLine[]], names: Names): Sentence => {
  const [line] = lines;
  const who = whoOf(line);
  const count = lines.length;
  const { action, fields } = line;
  const { projectId } = fields;
  if (action === 'CREATED')
    return isPair(projectId)
      ? ofTasks.cameFrom(who, count, projectOf(projectId[0], names))
      : ofTasks.created(who, count);
  if (action === 'DELETED')
    return isPair(projectId) ? ofTasks.wentTo(who, count, projectOf(projectId[1], names)) : ofTasks.deleted(who, count);
  if (action === 'RESTORED') return ofTasks.restored(who, count);
  const column = 'status' in fields ? null : columnOfAll(lines);
  if (column !== null) return ofTasks.moved(who, count, strong(column));
  const [field, ...others] = FIELD_ORDER.filter((name) => name in fields);
  const sentence = field && others.length === 0 ? fieldOfTasks(lines, field, names) : null;
  return sentence ?? ofTasks.changed(who, count);
};

/** The fields of a project's history line that its sentence needs. */
export interface ActivityLine extends HistoryLine {
  entityId: string;
  /** The current name of the object that the line is about. */
  subject: string | null;
}

const changeOf = (fields: HistoryLine['fields'], name: string): readonly [string, string] | null => {
  const change = fields[name];
  return Array.isArray(change) ? [String(change[0] ?? ''), String(change[1] ?? '')] : null;
};

const memberSentence = (line: ActivityLine): Sentence => {
  const { action, fields, subject, entityId, actor } = line;
  const isOwn = actor?.id === entityId;
  const who = whoOf(line);
  const whom = strong(subject ?? commentsTexts.toSomebody);
  if (action === 'CREATED' || action === 'RESTORED') return isOwn ? ofMember.joined(who) : ofMember.added(who, whom);
  if (action === 'DELETED') return isOwn ? ofMember.left(who) : ofMember.removed(who, whom);
  const [, next] = changeOf(fields, 'role') ?? [];
  const role = PROJECT_ROLES.find((known) => known === next);
  return role ? ofMember.made[role](who, whom) : ofMember.role(who, whom);
};

/** A line contains only the tags whose color was changed. */
const tagSentences = (who: Strong, change: unknown): readonly Sentence[] => {
  const after: unknown = Array.isArray(change) ? change[1] : null;
  return Object.entries(after ?? {}).map(([tag, color]) =>
    color === null ? ofProject.noTagColor(who, strong(tag)) : ofProject.tagColor(who, strong(tag)),
  );
};

const projectSentences = (line: ActivityLine): readonly Sentence[] => {
  const { action, fields } = line;
  const who = whoOf(line);
  if (action !== 'UPDATED') return [ofProject[action](who)];
  const name = changeOf(fields, 'name');
  const sentences = [
    ...(name ? [ofProject.renamed(who, strong(name[0]), strong(name[1]))] : []),
    ...(fields.description ? [ofProject.description(who)] : []),
    ...(fields.key ? [ofProject.key(who, strong(changeOf(fields, 'key')?.[1] ?? ''))] : []),
    ...(fields.color ? [ofProject.color(who)] : []),
    ...tagSentences(who, fields.tagColors),
    ...(fields.archivedAt
      ? [changeOf(fields, 'archivedAt')?.[1] ? ofProject.archived(who) : ofProject.unarchived(who)]
      : []),
  ];
  return sentences.length > 0 ? sentences : [ofProject.changed(who)];
};

const columnSentence = (line: ActivityLine): Sentence => {
  const { action, fields, subject } = line;
  const [before, after] = changeOf(fields, 'name') ?? [];
  if (action === 'UPDATED' && before && after) return ofColumn.renamed(whoOf(line), strong(before), strong(after));
  return ofColumn[action](whoOf(line), strong(subject ?? after ?? before ?? ''));
};

/** Describes a change in a project. Tasks are called 'it', because their title is next to the sentence. */
export const activitySentences = (line: ActivityLine, names: Names): readonly Sentence[] => {
  switch (line.entity) {
    case 'TASK':
    case 'TASK_RELATION':
    case 'ATTACHMENT':
    case 'CHECKLIST_ITEM':
      return historySentences(line, names);
    case 'COMMENT':
      return withUndo(line, [ofComment[line.action](whoOf(line))]);
    case 'MEMBER':
      return withUndo(line, [memberSentence(line)]);
    case 'COLUMN':
      return withUndo(line, [columnSentence(line)]);
    case 'PROJECT':
      return withUndo(line, projectSentences(line));
    default:
      // Something that only a newer server knows
      return withUndo(line, [ofProject.changed(whoOf(line))]);
  }
};
