import { number, plural } from './format';

const kinds = { project: 'Project', assignee: 'Assignee', priority: 'Priority', due: 'Due', tag: 'Tag' };

const TAKE_BACK = 'Keep as text';

/** What the line of a new task says: in its form, and at the foot of a board's column. */
export const newTaskTexts = {
  hint: '#project  @person  !priority  ^date  +tag',
  tagsPlaceholder: 'copy, blog',
  createMore: 'Create more',
  /** Why nobody can be chosen yet. */
  assigneeNeedsProject: 'Choose a project to assign people.',
  notMember: (name: string) => `${name} isn’t a member of this project. Choose another project or person.`,
  takeBack: TAKE_BACK,
  /** Something the line says, heard with its kind. */
  token: (kind: keyof typeof kinds, label: string) => `${kinds[kind]}: ${label}, ${TAKE_BACK}`,
  suggestions: {
    label: 'Suggestions',
    count: (count: number) => plural(count, { one: '1 suggestion', other: `${number(count)} suggestions` }),
  },
  many: {
    preview: 'Tasks to be created',
    submit: (count: number) => `Create ${number(count)} tasks`,
    asOne: 'Create as one task',
    more: (count: number) => `and ${number(count)} more`,
    done: (count: number) => `${number(count)} tasks created`,
    tooMany: (count: number, max: number) => `You can create up to ${number(max)} tasks at once, not ${number(count)}`,
    line: (line: number, fault: string) => `Line ${number(line)}: ${fault}`,
    some: (done: number, reason: string) =>
      `${plural(done, { one: '1 task', other: `${number(done)} tasks` })} created. The rest failed: ${reason}`,
  },
  column: {
    field: (column: string) => `New task, ${column}`,
    placeholder: 'What needs to be done?',
    add: 'Add',
    close: 'Close',
  },
};
