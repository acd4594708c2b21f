/** A reason why the embedded database cannot run, in one line that is meant for the person who starts the app. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}
