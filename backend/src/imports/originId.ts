import { createHash } from 'node:crypto';

/**
 * Returns the id of an imported object: a UUID version 5 (RFC 9562) of the project and the object's place in the file,
 * so that a second import of the same file finds the objects of the first one.
 */
export function originId(projectId: string, ...names: readonly string[]): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(projectId.replaceAll('-', ''), 'hex'))
    .update(names.join('\n'))
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
