import { notify } from '../../ui/notify';
import { reportError, reportRefusal } from '../client/errors';
import { undoButton } from '../client/undoableActions';
import type { WriteResult } from './runWrite';

interface Outcome<Data> {
  /** Shown with an Undo button, unless the write is queued. */
  done: string | ((data: Data | null) => string);
  failed: string;
  /** The message without a connection, for a write that cannot be queued and whose fields are not shown. */
  offline?: string;
}

/** Waits for a write and reports its outcome. Returns false if it failed. */
export const reportWrite = async <Data>(
  write: Promise<WriteResult<Data>>,
  { done, failed, offline }: Outcome<Data>,
): Promise<boolean> => {
  try {
    const { mutationId, isQueued, data } = await write;
    if (!isQueued) notify.success(typeof done === 'string' ? done : done(data), undoButton(mutationId));
    return true;
  } catch (error) {
    if (offline === undefined) reportError(error, { fallback: failed });
    else reportRefusal(error, { fallback: failed, offline });
    return false;
  }
};
