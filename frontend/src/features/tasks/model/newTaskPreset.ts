/** The values that a new task starts with, besides its status. */
export interface NewTaskPreset {
  /** The day it is due, '2026-11-24'. */
  day?: string | undefined;
  projectId?: string | undefined;
  assigneeId?: string | undefined;
}
