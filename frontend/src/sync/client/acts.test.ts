import { expect, it, vi } from 'vitest';
import { giveActsTo, noteAct, undoButton } from './acts';

it('Undo that is pressed before its code is loaded is done when the code is here', () => {
  noteAct({ id: 'early', operation: 'DeleteTask', input: {}, payload: {}, sets: [] });
  undoButton('early')?.action.onPress();
  const [hear, undo] = [vi.fn(), vi.fn()];
  const stop = giveActsTo({ hear, undo });
  expect(hear.mock.calls).toEqual([[expect.objectContaining({ id: 'early' })]]);
  expect(undo.mock.calls).toEqual([['early']]);
  undoButton('early')?.action.onPress();
  expect(undo).toHaveBeenCalledTimes(2);
  stop();
});
