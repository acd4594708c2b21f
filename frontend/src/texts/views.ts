import { t } from '@lingui/core/macro';

/** Saved views of tasks. */
export const viewsTexts = {
  views: t`Views`,
  label: (name: string) => t`View: ${name}`,
  everybodys: t`Default views`,
  yours: t`Your views`,
  builtIn: { myWork: t`My work`, overdue: t`Overdue`, recentlyDone: t`Recently done` },
  save: t`Save view…`,
  saveAsNew: t`Save as new…`,
  update: t`Update`,
  updateOf: (name: string) => t`Update “${name}”`,
  changed: t`Edited`,
  rename: t`Rename…`,
  delete: t`Delete view`,
  gone: (name: string) => t`${name} (project unavailable)`,
  deleted: (name: string) => t`View “${name}” deleted`,
  saved: t`View saved`,
  updated: t`View updated`,
  undo: t`Undo`,
  failed: t`Couldn’t save the view`,
  fetchFailed: t`Failed to fetch your views`,
  dialog: {
    title: t`Save view`,
    rename: t`Rename view`,
    name: t`Name`,
    hint: t`Saves the current filters, sort order and grouping. Only visible to you.`,
    submit: t`Save view`,
    renamed: t`Rename`,
  },
  missing: {
    title: t`View not found`,
    text: t`This view doesn’t exist or belongs to someone else.`,
    back: t`All tasks`,
  },
  projectGone: {
    title: t`This view’s project isn’t available`,
    text: t`It was deleted or you lost access.`,
  },
};
