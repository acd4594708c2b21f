import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';

/** Says that what was typed was discarded, and offers to bring it back. */
export function reportDiscarded(onUndo: () => void): void {
  notify.info(tasksTexts.edit.discarded, { action: { label: tasksTexts.edit.undo, onPress: onUndo } });
}
