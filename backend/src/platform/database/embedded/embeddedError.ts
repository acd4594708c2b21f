/** Why the embedded database cannot run, in one line for the operator. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}
