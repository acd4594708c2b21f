import { v5 } from 'uuid';

/**
 * Returns the id of an imported object: a UUID version 5 (RFC 9562) of the project and the object's place in the file,
 * so that a second import of the same file finds the objects of the first one. Passes bytes to the library, because it
 * refuses some texts: project ids of other UUID versions, and names with half of a surrogate pair.
 */
export const originId = (projectId: string, ...names: readonly string[]): string =>
  v5(Buffer.from(names.join('\n')), Buffer.from(projectId.replaceAll('-', ''), 'hex'));
