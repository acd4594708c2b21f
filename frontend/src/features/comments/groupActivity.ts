/** What of a line decides whether it is told with the one before it. */
export interface Act {
  at: string;
  actor: { id: string } | null;
  taskId: string | null;
  projectId: string;
}

/** Acts of so long are told as one. */
const HOUR_MS = 3_600_000;

/**
 * What one person did to one task within an hour, one after the other, as one; the newest first, as they came. What concerns no
 * task stays by itself.
 */
export const groupActivity = <Line extends Act>(lines: readonly Line[]): readonly (readonly [Line, ...Line[]])[] => {
  const folded: [Line, ...Line[]][] = [];
  for (const line of lines) {
    const before = folded.at(-1);
    const isSame =
      before !== undefined &&
      line.taskId !== null &&
      before[0].taskId === line.taskId &&
      before[0].projectId === line.projectId &&
      before[0].actor?.id === line.actor?.id &&
      Date.parse(before[0].at) - Date.parse(line.at) < HOUR_MS;
    if (isSame) before.push(line);
    else folded.push([line]);
  }
  return folded;
};
