import type { ImportField, ImportSource } from '../../../contract/enums.js';
import { fold } from '../../../contract/fold.js';
import { isCairnTable } from './cairnTable.js';
import { splitWords } from './words.js';

const toFields = (names: Readonly<Partial<Record<ImportField, string>>>): ReadonlyMap<string, ImportField> =>
  new Map(
    (Object.entries(names) as [ImportField, string][]).flatMap(([field, words]) =>
      splitWords(words).map((word) => [word, field] as const),
    ),
  );

/** The fields of columns by their folded names: exactly for the tables of known programs, by usual names for others. */
const FIELDS: Readonly<Partial<Record<ImportSource, ReadonlyMap<string, ImportField>>>> = {
  LINEAR: toFields({
    ID: 'id',
    TITLE: 'title',
    DESCRIPTION: 'description',
    LIST: 'status',
    PRIORITY: 'priority',
    ASSIGNEE: 'assignee',
    TAGS: 'labels',
    CREATED: 'created',
    UPDATED: 'updated',
    DUE: 'due date',
    ARCHIVED: 'archived',
    PARENT: 'parent issue',
    DONE: 'completed, canceled',
    IGNORE: 'uuid',
  }),
  JIRA: toFields({
    TITLE: 'summary',
    ID: 'issue key',
    IGNORE: 'issue id, assignee id, reporter id, creator id, project key, project name, last viewed, status category',
    TAGS: 'issue type, labels',
    LIST: 'status',
    PRIORITY: 'priority',
    ASSIGNEE: 'assignee',
    CREATED: 'created',
    UPDATED: 'updated',
    DUE: 'due date',
    START: 'start date, custom field (start date)',
    DONE: 'resolved',
    DESCRIPTION: 'description',
    COMMENT: 'comment',
  }),
  ASANA: toFields({
    ID: 'task id',
    TITLE: 'name',
    DESCRIPTION: 'notes',
    LIST: 'section/column',
    IGNORE: 'projects',
    ASSIGNEE: 'assignee email',
    START: 'start date',
    DUE: 'due date',
    TAGS: 'tags',
    PARENT: 'parent task',
    CREATED: 'created at',
    DONE: 'completed at',
    UPDATED: 'last modified',
    PRIORITY: 'priority',
  }),
  CSV: toFields({
    TITLE:
      'title, name, task, task name, summary, subject, card name, todo, titel, aufgabe, titre, tache, titulo, tarea, ' +
      'titolo, taak, tytul, zadanie, tarefa, 标题, 任务, タイトル, 件名, タスク',
    DESCRIPTION:
      'description, notes, note, details, content, body, card description, beschreibung, notizen, descripcion, ' +
      'descrizione, omschrijving, opis, descricao, 描述, 説明',
    LIST:
      'status, list, column, section, state, stage, bucket, list name, section/column, spalte, liste, statut, ' +
      'estado, stato, kolom, 状态, ステータス',
    PRIORITY:
      'priority, prio, prioritat, priorite, prioridad, priorita, prioriteit, priorytet, prioridade, 优先级, 優先度',
    ASSIGNEE:
      'assignee, assignees, assigned to, owner, assignee email, responsible, member, members, zustandig, verantwortlich, ' +
      'bearbeiter, responsable, asignado, 担当者, 负责人',
    TAGS: 'tags, labels, tag, label, categories, category, schlagworter, etiquettes, etiquetas, etichette, 标签, タグ',
    DUE:
      'due, due date, deadline, due on, end date, fallig, fallig am, faelligkeit, echeance, fecha limite, ' +
      'vencimiento, scadenza, vervaldatum, termin, 截止日期, 期限, 期日',
    START: 'start, start date, begin, start on, beginn, startdatum, debut, 开始日期, 開始日',
    DONE:
      'done, completed, complete, completed at, finished, closed, closed at, closed at (utc), erledigt, fertig, fait, ' +
      'hecho, 完了',
    ARCHIVED: 'archived, archiviert, archive',
    COMMENT: 'comment, comments, kommentar, kommentare, commentaire',
    PARENT: 'parent, parent task, parent id, parent issue',
    ID: 'id, key, task id, issue key, card id, nummer, number',
    URL: 'url, link, card url, permalink',
    CREATED: 'created, created at, created at (utc), date created, creation date, erstellt, cree le, creado',
    UPDATED: 'updated, updated at, updated at (utc), modified, last modified, geandert',
  }),
};

/** The fields of our own table. The ids, places and numbers of its objects mean nothing in another project. */
const CAIRN_FIELDS = toFields({
  ID: 'id',
  TITLE: 'title',
  DESCRIPTION: 'description',
  LIST: 'column',
  PRIORITY: 'priority',
  ASSIGNEE: 'assignee',
  TAGS: 'tags',
  CREATED: 'created',
  UPDATED: 'updated',
  DUE: 'due date',
  START: 'start date',
  PARENT: 'parent id',
  DONE: 'completed',
  IGNORE:
    'status, project id, creator id, assignee id, rank, version, number, due day, column id, series id, occurrence',
});

const foldName = (column: string): string => fold(column.trim());

/** Columns with the parent of a Jira issue. `Parent` has its key or its number, depending on the version. */
const JIRA_PARENTS = ['parent key', 'parent', 'parent id'];
/** Columns with the key or the number of a Jira issue, by which others name it as their parent. */
const JIRA_NAMES = ['issue key', 'issue id'];

/** Guesses the fields of columns. Values of unknown columns are appended to the description, so nothing is lost. */
export function guessFields(source: ImportSource, header: readonly string[]): ImportField[] {
  const names = header.map(foldName);
  const known = source === 'CSV' && isCairnTable(header) ? CAIRN_FIELDS : FIELDS[source];
  const parent = JIRA_PARENTS.find((name) => names.includes(name));
  return names.map((name) => {
    if (source === 'JIRA' && JIRA_PARENTS.includes(name)) return name === parent ? 'PARENT' : 'IGNORE';
    // Asana's addresses match people better than their names.
    if (source === 'ASANA' && name === 'assignee') return names.includes('assignee email') ? 'IGNORE' : 'ASSIGNEE';
    return known?.get(name) ?? 'KEEP';
  });
}

/** Whether other rows can name a row by the value of this column, besides its id. */
export const isAlias = (source: ImportSource, column: string): boolean =>
  source === 'JIRA' && JIRA_NAMES.includes(foldName(column));

/** Whether this column names the epic of a Jira issue, which is the parent of issues that are no subtasks. */
export const isEpicLink = (source: ImportSource, column: string): boolean =>
  source === 'JIRA' && foldName(column) === 'custom field (epic link)';

/** Fields that several columns can be imported as. */
const SEVERAL = new Set<ImportField>(['KEEP', 'IGNORE', 'TAGS', 'COMMENT', 'DONE', 'ARCHIVED']);

export const isRepeatable = (field: ImportField): boolean => SEVERAL.has(field);
