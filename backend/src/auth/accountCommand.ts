import { command, type Tx } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';

/**
 * One write to the viewer's own account, which no project and no feed hears of. A repeat does nothing. Answers whether it
 * was done just now.
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
