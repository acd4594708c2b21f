/** Why a backup cannot be made or restored, in one line that is meant for the person at the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
