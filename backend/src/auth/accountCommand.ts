import { command, type Tx } from '../write/command.js';
import { conflict } from '../platform/lib/errors.js';
import type { Context } from '../request/context.js';

/** Refuses to repeat a write whose answer has a secret. */
export const refuseRepeat = (message: string) => (): Promise<never> => Promise.reject(conflict(message));

/**
 * Runs a write to the viewer's own account, which appears in no project and no feed. Returns false for a repeated
 * request, whose write is skipped.
 */
export async function accountCommand(
  ctx: Context,
  operation: string,
  input: unknown,
  run: (tx: Tx) => Promise<void>,
  repeat: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const { result } = await command<boolean>(ctx, {
    operation,
    input,
    projectIds: [],
    run: async (tx) => {
      await run(tx);
      return true;
    },
    repeat: async () => {
      await repeat();
      return false;
    },
  });
  return result;
}
