import { v5 } from 'uuid';

/**
 * Returns the id of an imported object: a UUID version 5 (RFC 9562) of the project and the object's place in the file,
 * so that a second import of the same file finds the objects of the first one. Bytes are valid in more cases than texts:
 * ids of other versions as projects, and halves of characters in names.
 */
export const originId = (projectId: string, ...names: readonly string[]): string =>
  v5(Buffer.from(names.join('\n')), Buffer.from(projectId.replaceAll('-', ''), 'hex'));
