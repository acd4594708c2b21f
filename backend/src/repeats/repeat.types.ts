import { setRepeatSchema } from '../../contract/repeat.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';
import { REPEAT_DESCRIPTIONS } from '../tasks/task.inputs.js';
import { TaskWrittenType } from '../tasks/task.types.js';

export const SetRepeatInput = inputOf('SetRepeat', {
  ids: { id: 'The task.' },
  schema: setRepeatSchema,
  descriptions: {
    ...REPEAT_DESCRIPTIONS,
    version: 'The version this change was made from. CONFLICT if someone else has changed how it repeats since then.',
  },
});
export const SetRepeatPayload = payloadOf('SetRepeat', TaskWrittenType);

export const EndSeriesInput = idInputOf('EndSeries', 'The task.');
export const EndSeriesPayload = payloadOf('EndSeries', TaskWrittenType);

export const SkipOccurrenceInput = idInputOf('SkipOccurrence', 'The task.');
export const SkipOccurrencePayload = payloadOf('SkipOccurrence', TaskWrittenType);
