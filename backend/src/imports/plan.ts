import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type ProjectRole, TASK_STATUSES, type TaskStatus } from '../../contract/enums.js';
import { fold } from '../../contract/fold.js';
import type { ImportThing } from '../../contract/importReasons.js';
import type { ImportMapping, StartImportInput } from '../../contract/imports.js';
import { COLUMNS } from '../../contract/limits.js';
import { hasRole } from '../../contract/roles.js';
import { type ColumnFields, homeColumn } from '../columns/homeColumns.js';
import { loadColumns, type ProjectColumns } from '../columns/projectColumns.js';
import type { DraftHead, DraftList, DraftPerson } from './read/draft.js';
import { cut, toImportThing } from './read/cleanTask.js';
import { guessStatus } from './read/words.js';
import { originId } from './originId.js';

export interface ImportOrder {
  targetId: string;
  /** True if the import creates the project, or the project is still empty. */
  isNew: boolean;
  mapping: ImportMapping;
  people: StartImportInput['people'];
}

/** The column for the tasks of a list. */
export interface ListPlan {
  list: DraftList;
  column: Pick<ColumnFields, 'id' | 'name' | 'status'>;
  /**
   * `PRESENT`: an existing column. `NEW`: created by the import. `RENAMED`: one of the default columns of a new
   * project, with the name of the list.
   */
  how: 'PRESENT' | 'NEW' | 'RENAMED';
  /** The column has another name, so the tasks get the list's name as a tag. */
  isTagged: boolean;
}

export interface PersonPlan {
  person: DraftPerson;
  userId: string | null;
}

/** Everything but the tasks that an import writes. */
export interface ImportPlan {
  lists: ListPlan[];
  people: PersonPlan[];
  /** Names in the choices that nothing in the file has. */
  unknown: ImportThing[];
  /** The first column of each status, for tasks without a list and for done tasks. */
  first: Readonly<Record<TaskStatus, ColumnFields>>;
}

interface Member {
  id: string;
  name: string;
  username: string;
  email: string;
  role: ProjectRole;
}

async function readMembers(em: EntityManager, projectId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select a.id, a.first_name || ' ' || a.last_name as name, a.username, a.email, m.role
    from project_member m join account a on a.id = m.user_id where m.project_id = ${projectId}`.execute(em.getKysely());
  return rows;
}

/**
 * Matches a person of the file with a member: the chosen one or, without a choice, by email address or by a name that
 * only one member has.
 */
function matchPeople(
  people: readonly DraftPerson[],
  chosen: ImportOrder['people'],
  members: readonly Member[],
): PersonPlan[] {
  const asked = new Map((chosen ?? []).map(({ theirs, userId }) => [theirs, userId]));
  // Folded once: each person of the file is compared with each member.
  const able = members
    .filter(({ role }) => hasRole(role, 'MEMBER'))
    .map(({ id, name, username, email }) => ({
      id,
      name: fold(name),
      username: fold(username),
      email: fold(email),
    }));
  const only = (is: (member: (typeof able)[number]) => boolean): string | null => {
    const [first, ...others] = able.filter(is);
    return first && others.length === 0 ? first.id : null;
  };
  const guess = (person: DraftPerson): string | null => {
    const [name, email, username] = [person.name, person.email, person.username].map((text) => fold(text ?? ''));
    if (person.email !== null) return only((member) => member.email === email);
    const found = person.username === undefined ? null : only((member) => member.username === username);
    return found ?? only((member) => member.name === name || member.username === name);
  };
  return people.map((person) => {
    const userId = asked.get(person.name);
    return { person, userId: userId === undefined ? guess(person) : userId };
  });
}

interface ColumnChoice {
  columns: ProjectColumns;
  order: ImportOrder;
  /** Only owners add columns. */
  mayAdd: boolean;
}

/** Decides which column each list goes to. The result stays the same after a part of the import was written. */
function placeLists(lists: readonly DraftList[], { columns, order, mayAdd }: ColumnChoice): ListPlan[] {
  const { targetId, isNew, mapping } = order;
  const asked = new Map(mapping.lists?.map((list) => [list.theirs, list]));
  const taken = new Set<string>();
  let room = COLUMNS.max - columns.live.length;
  // New columns by name, so that two lists with the same name share a column.
  const made = new Map<string, Pick<ListPlan, 'column' | 'how'>>();
  const byName = (name: string): ColumnFields | undefined => columns.live.find((it) => fold(it.name) === fold(name));
  // A new project gets the columns of our own download unchanged.
  const wantedOf = ({ name, own }: DraftList): TaskStatus | undefined =>
    asked.get(name)?.status ?? (isNew ? own?.status : undefined);
  /** Whether tasks of a list of our own download stay done or open in a column. */
  const keepsDone = ({ own }: DraftList, { status }: ColumnFields): boolean =>
    own === undefined || (own.status === 'DONE') === (status === 'DONE');
  // Folded once: each list is compared with all others.
  const names = lists.map((list) => fold(list.name));
  return lists.map((list): ListPlan => {
    const name = cut(list.name, COLUMNS.nameMax);
    const { columnId, status: askedStatus } = asked.get(list.name) ?? {};
    const chosen = columnId == null ? undefined : columns.get(columnId);
    if (chosen) return { list, column: chosen, how: 'PRESENT', isTagged: fold(chosen.name) !== fold(name) };
    const id = originId(targetId, 'list', list.id);
    const present = columns.follow(id) ?? byName(name);
    const own = isNew ? list.own : undefined;
    const wanted = wantedOf(list);
    if (present && (wanted === undefined ? keepsDone(list, present) : present.status === wanted)) {
      return { list, column: present, how: 'PRESENT', isTagged: false };
    }
    const status = askedStatus ?? list.own?.status ?? guessStatus(list.name);
    const same = made.get(fold(name));
    if (same?.column.status === status) return { list, ...same, isTagged: false };
    const home = columns.get(homeColumn(targetId, status).id);
    const isFree = isNew && home?.name === homeColumn(targetId, status).name && !taken.has(home.id);
    const homeName = fold(home?.name ?? '');
    const isNamed = lists.some((it, at) => names[at] === homeName && (wantedOf(it) ?? status) === status);
    if (isFree && !isNamed && home) {
      taken.add(home.id);
      const renamed = { column: { id: home.id, name, status }, how: 'RENAMED' } as const;
      made.set(fold(name), renamed);
      return { list, ...renamed, isTagged: false };
    }
    if (mayAdd && room > 0 && (own !== undefined || !byName(name)) && !same) {
      room -= 1;
      const added = { column: { id, name, status }, how: 'NEW' } as const;
      made.set(fold(name), added);
      return { list, ...added, isTagged: false };
    }
    return { list, column: columns.first(status), how: 'PRESENT', isTagged: true };
  });
}

/** Finds names in the choices that nothing in the file has, such as a misspelled one. */
function findUnknown(head: DraftHead, { mapping, people }: ImportOrder): ImportThing[] {
  const other = (kind: ImportThing['kind'], chosen: string[] | undefined, names: string[]): ImportThing[] => {
    const known = new Set(names);
    return [...new Set(chosen)].filter((name) => !known.has(name)).map((name) => toImportThing(kind, name));
  };
  const toName = ({ name }: { name: string }): string => name;
  const toTheirs = ({ theirs }: { theirs: string }): string => theirs;
  return [
    ...other(
      'column',
      mapping.fields?.map(({ column }) => column),
      head.fields.map(({ column }) => column),
    ),
    ...other('list', mapping.lists?.map(toTheirs), head.lists.map(toName)),
    ...other('assignee', people?.map(toTheirs), head.people.map(toName)),
  ];
}

/** Decides what an import does with the lists and people of its file. */
export async function planImport(
  em: EntityManager,
  userId: string,
  head: DraftHead,
  order: ImportOrder,
): Promise<ImportPlan> {
  const { targetId, isNew, people } = order;
  // A project that does not exist yet has only its home columns.
  const columns = await loadColumns(em, targetId);
  const members = await readMembers(em, targetId);
  const mayAdd = isNew || members.some(({ id, role }) => id === userId && role === 'OWNER');
  const mapped = new Set(order.mapping.lists?.map(({ theirs }) => theirs));
  // Tasks of archived lists become done, so such a list needs a column only if one was chosen.
  const lists = head.lists.filter(({ isArchived, name }) => !isArchived || mapped.has(name));
  // The importer is the only member of a new project, whether or not it was created already.
  const owner = members.length > 0 ? members : await readPerson(em, userId);
  return {
    lists: placeLists(lists, { columns, order, mayAdd }),
    people: matchPeople(head.people, people, owner),
    unknown: findUnknown(head, order),
    first: Object.fromEntries(TASK_STATUSES.map((status) => [status, columns.first(status)])) as ImportPlan['first'],
  };
}

async function readPerson(em: EntityManager, userId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select a.id, a.first_name || ' ' || a.last_name as name, a.username, a.email, 'OWNER' as role
    from account a where a.id = ${userId}`.execute(em.getKysely());
  return rows;
}
