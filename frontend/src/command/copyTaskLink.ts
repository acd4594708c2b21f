import { commandTexts } from '../texts/command';
import { notify } from '../ui/notify';
import { taskSearch } from '../tasks/taskUrl';

/** Copies by a field that is selected: the way that is left on a page without TLS. */
const copyBySelection = (text: string): boolean => {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
};

const copy = async (text: string): Promise<boolean> => {
  // The clipboard is there on secure pages only, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copyBySelection(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
};

/** Puts the address of a task into the clipboard. */
export const copyTaskLink = async (id: string): Promise<void> => {
  const done = await copy(`${window.location.origin}/tasks${taskSearch('', id)}`);
  if (done) notify.success(commandTexts.linkCopied);
  else notify.error(commandTexts.failedToCopy);
};
