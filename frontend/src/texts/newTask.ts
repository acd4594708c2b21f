import { plural, t } from '@lingui/core/macro';
import { number } from './format';

const kinds = {
  project: t`Project`,
  assignee: t`Assignee`,
  priority: t`Priority`,
  due: t`Due`,
  repeat: t`Repeats`,
  tag: t`Tag`,
};

const TAKE_BACK = t`Keep as text`;

/** Texts of the line for a new task: in its form, and at the end of a board's column. */
export const newTaskTexts = {
  hint: t`#project  @person  !priority  ^date  +tag`,
  tagsPlaceholder: t`copy, blog`,
  createMore: t`Create more`,
  /** Shown while no one can be chosen. */
  assigneeNeedsProject: t`Choose a project to assign people.`,
  notMember: (name: string) => t`${name} isn’t a member of this project. Choose another project or person.`,
  takeBack: TAKE_BACK,
  /** A token of the line with its kind, for screen readers. */
  token: (kind: keyof typeof kinds, label: string) => t`${{ kind: kinds[kind] }}: ${label}, ${{ act: TAKE_BACK }}`,
  suggestions: {
    label: t`Suggestions`,
    count: (count: number) => plural(count, { one: '1 suggestion', other: '# suggestions' }),
  },
  many: {
    preview: t`Tasks to create`,
    submit: (count: number) => t`Create ${{ count: number(count) }} tasks`,
    asOne: t`Create as one task`,
    more: (count: number) => t`and ${{ count: number(count) }} more`,
    done: (count: number) => t`${{ count: number(count) }} tasks created`,
    tooMany: (count: number, max: number) =>
      t`You can create up to ${{ max: number(max) }} tasks at once, not ${{ count: number(count) }}`,
    line: (line: number, fault: string) => t`Line ${{ line: number(line) }}: ${fault}`,
    some: (done: number, reason: string) =>
      plural(done, {
        one: `# task created. The rest failed: ${reason}`,
        other: `# tasks created. The rest failed: ${reason}`,
      }),
  },
  column: {
    field: (column: string) => t`New task, ${column}`,
    placeholder: t`What needs to be done?`,
    add: t`Add`,
    close: t`Close`,
  },
};
