import { t } from '@lingui/core/macro';
import { number } from './format';

export const boardTexts = {
  title: t`Board`,
  heading: t`Task Board`,
  about: t`Drag and drop tasks to update their status.`,
  columns: t`Columns`,
  noTasks: t`No tasks`,
  /** Shown in the printout of a column that is not completely loaded. */
  printed: (count: number, total: number) => t`${{ count: number(count) }} of ${{ total: number(total) }}`,
  /** Below the recently completed tasks. */
  showOlder: (count: number) => t`Show older (${{ count: number(count) }})`,
  newTaskIn: (column: string) => t`New task in ${column}`,
  /** Shown below the last card of a column. */
  newTask: t`New task`,
  newTaskAtEnd: (column: string) => t`New task at the end of ${column}`,
  card: {
    move: (title: string) => t`Move ${title}`,
    selected: t`Selected`,
  },
  /** The description of a card for screen readers. */
  drag: {
    instructions: t`Press Enter to open the task. Hold Space to pick it up, then use the arrow keys to move it, Space to drop it or Escape to cancel.`,
    /** For an archived project. */
    fixed: t`Press Enter to open the task.`,
  },
};
