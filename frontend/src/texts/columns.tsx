import type { ReactNode } from 'react';
import { msg, t } from '@lingui/core/macro';
import { number } from './format';
import { rich } from './rich';

export const columnsTexts = {
  label: t`Columns`,
  options: (name: string) => t`Options for ${name}`,
  menu: {
    edit: t`Edit column`,
    moveLeft: t`Move left`,
    moveRight: t`Move right`,
    add: t`Add column`,
    delete: t`Delete column`,
  },
  /** In the menu of all columns, for a column that is shown only while it has tasks. */
  hidden: t`Hidden while empty`,
  fields: {
    name: t`Name`,
    status: t`Status`,
    color: t`Color`,
    limit: t`Limit`,
    hidden: t`Hide while empty`,
  },
  statusHint: t`Tasks in this column have this status. You can’t change it later.`,
  limitHint: t`The most tasks this column should have. You can still add more.`,
  statusColor: t`Color of the status`,
  yes: t`Yes`,
  no: t`No`,
  add: { title: t`Add column`, submit: t`Add column`, done: t`Column added`, failed: t`Failed to add column` },
  edit: { title: t`Edit column`, submit: t`Save changes`, done: t`Column updated`, failed: t`Failed to update column` },
  move: {
    failed: t`Failed to move column`,
    /** Announcements of dragging for screen readers. */
    lifted: (name: string) => t`Picked up the column ${name}`,
    over: (name: string, position: number) => t`${name} over position ${{ position: number(position) }}`,
    outside: (name: string) => t`${name} outside the board`,
    done: (name: string, position: number) => t`Moved ${name} to position ${{ position: number(position) }}`,
    putBack: (name: string) => t`${name} returned to its place`,
  },
  delete: {
    title: t`Delete column?`,
    text: (name: ReactNode) => rich(msg`Delete <name/>? Its tasks move to another column.`, { name: <>{name}</> }),
    moveTo: t`Move tasks to`,
    confirm: t`Delete column`,
    last: (status: string) =>
      t`The last column with the status ${status} can’t be deleted. You can hide it while it’s empty.`,
    done: t`Column deleted`,
    failed: t`Failed to delete column`,
  },
};
