import { defineWrite } from '../../../sync/writes/defineWrite';
import { applyTask } from '../model/taskCache';
import { EndSeriesDocument, SetRepeatDocument, SkipOccurrenceDocument } from './RepeatWrites.generated';

// The server computes the days, so these writes are not shown before its answer, and need a connection.

export const setRepeat = defineWrite({
  document: SetRepeatDocument,
  apply: (cache, { setRepeat: { task } }) => applyTask(cache, task),
});

export const endSeries = defineWrite({
  document: EndSeriesDocument,
  apply: (cache, { endSeries: { task } }) => applyTask(cache, task),
});

export const skipOccurrence = defineWrite({
  document: SkipOccurrenceDocument,
  apply: (cache, { skipOccurrence: { task } }) => applyTask(cache, task),
});
