import type { DateOrder, ImportField, ImportSource, TaskStatus } from '@contract/enums';
import type { ImportFieldsFragment } from './Imports.generated';

/** The target of a list's tasks: an existing column, or a new one with a status. */
export type ListChoice = { columnId: string } | { status: TaskStatus };

/** A person's choices for an import. */
export interface ImportForm {
  goal: 'new' | 'present';
  name: string;
  projectId: string;
  /** By the names in the file. */
  fields: Readonly<Record<string, ImportField>>;
  lists: Readonly<Record<string, ListChoice>>;
  people: Readonly<Record<string, string | null>>;
  dateOrder: DateOrder | null;
  archived: boolean;
  /** In a download: the id of the chosen project. */
  project: string | null;
}

type Plan = NonNullable<ImportFieldsFragment['plan']>;

/** Returns the choices with which an import was checked. */
export const formOf = ({ projectId, newProjectName, withArchived, plan }: ImportFieldsFragment): ImportForm => {
  const {
    name = '',
    fields = [],
    lists = [],
    people = [],
    dateOrder = null,
    project = null,
  }: Partial<Plan> = plan ?? {};
  return {
    goal: projectId === null ? 'new' : 'present',
    name: newProjectName ?? name,
    projectId: projectId ?? '',
    fields: Object.fromEntries(fields.map(({ column, field }) => [column, field])),
    lists: Object.fromEntries(
      lists
        .filter(({ isArchived }) => !isArchived)
        .map((list) => [list.name, list.columnId === null ? { status: list.status } : { columnId: list.columnId }]),
    ),
    people: Object.fromEntries(people.map((person) => [person.name, person.userId])),
    dateOrder,
    archived: withArchived,
    project,
  };
};

/** Returns the project after the imported one, in the order of the file, and the first one after the last; undefined if there is no other. */
export const nextProject = <Project extends { id: string }>(plan: {
  projects: readonly Project[];
  project: string | null;
}): Project | undefined => {
  // Without a choice, the first project was imported.
  const at = Math.max(
    0,
    plan.projects.findIndex(({ id }) => id === plan.project),
  );
  return plan.projects.length > 1 ? plan.projects[(at + 1) % plan.projects.length] : undefined;
};

/** Whether the person has changed the choices since the check. The name of a new project does not count. */
export const isChanged = (form: ImportForm, checked: ImportForm): boolean => {
  const essence = ({ name: _name, projectId, goal, ...rest }: ImportForm): string =>
    JSON.stringify({ ...rest, projectId: goal === 'new' ? null : projectId });
  return essence(form) !== essence(checked);
};

interface Choices {
  source: ImportSource;
  fileOf: string;
  dryRun: boolean;
}

/** Whether a field comes from the same columns of the file as in the check. */
const isSameSource = (field: ImportField, form: ImportForm, checked: ImportForm): boolean =>
  Object.entries({ ...checked.fields, ...form.fields }).every(
    ([column]) => (form.fields[column] === field) === (checked.fields[column] === field),
  );

/** Returns the input of an import or a check with these choices. Columns of another project are matched by name. */
export const toInput = (form: ImportForm, checked: ImportForm, { source, fileOf, dryRun }: Choices) => {
  const { goal, name, projectId, fields, lists, people, dateOrder, archived, project } = form;
  const isSameGoal =
    project === checked.project && goal === checked.goal && (goal === 'new' || projectId === checked.projectId);
  // Columns that were matched automatically in another project are matched again. Lists from another column of the file
  // have other names.
  const chosen = isSameSource('LIST', form, checked)
    ? Object.entries(lists).filter(
        ([theirs, choice]) => isSameGoal || JSON.stringify(choice) !== JSON.stringify(checked.lists[theirs]),
      )
    : [];
  const chosenPeople = isSameSource('ASSIGNEE', form, checked)
    ? Object.entries(people).filter(([theirs, userId]) => isSameGoal || userId !== checked.people[theirs])
    : [];
  const isAsked = goal === 'present' || !dryRun || name.trim() !== '';
  return {
    source,
    fileOf,
    dryRun,
    ...(goal === 'present' && { projectId }),
    ...(goal === 'new' && isAsked && { newProject: { name: name.trim() } }),
    mapping: {
      fields: Object.entries(fields).map(([column, field]) => ({ column, field })),
      lists: chosen.map(([theirs, choice]) => ({ theirs, ...choice })),
      ...(dateOrder && { dateOrder }),
      archived,
      ...(project !== null && { project }),
    },
    people: chosenPeople.map(([theirs, userId]) => ({ theirs, userId })),
  };
};
