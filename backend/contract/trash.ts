/** Deleted objects can be restored for this many days. */
export const TRASH_DAYS = 30;

/** The refusal of writes in an archived project. */
export const ARCHIVED = 'This project is archived: it can be read, but not changed';
