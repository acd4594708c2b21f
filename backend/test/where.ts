/**
 * One case where a test says something, none elsewhere: a row without an id has no 404. Were such tests skipped, they would
 * hide those that really are.
 */
export const where = (applies: boolean, name: string): string[] => (applies ? [name] : []);
