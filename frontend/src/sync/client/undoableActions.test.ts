import { expect, it, vi } from 'vitest';
import { setUndoHandler, addUndoable, undoButton } from './undoableActions';

it('Undo that is pressed before its code is loaded is done when the code is here', () => {
  addUndoable({ id: 'early', operation: 'DeleteTask', input: {}, payload: {}, sets: [] });
  undoButton('early')?.action.onPress();
  const [add, undo] = [vi.fn(), vi.fn()];
  const stop = setUndoHandler({ add, undo });
  expect(add.mock.calls).toEqual([[expect.objectContaining({ id: 'early' })]]);
  expect(undo.mock.calls).toEqual([['early']]);
  undoButton('early')?.action.onPress();
  expect(undo).toHaveBeenCalledTimes(2);
  stop();
});
