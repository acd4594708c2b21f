import { copyText } from '../lib/copyText';
import { taskSearch } from '../tasks/taskUrl';
import { commandTexts } from '../texts/command';
import { notify } from '../ui/notify';

/** Puts the address of a task into the clipboard. */
export const copyTaskLink = async (id: string): Promise<void> => {
  const done = await copyText(`${window.location.origin}/tasks${taskSearch('', id)}`);
  if (done) notify.success(commandTexts.linkCopied);
  else notify.error(commandTexts.failedToCopy);
};
