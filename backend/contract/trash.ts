/** For so many days what was deleted can be restored. */
export const TRASH_DAYS = 30;

/** Why nothing in an archived project is changed. */
export const ARCHIVED = 'This project is archived: it can be read, but not changed';
