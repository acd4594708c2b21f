import { valibotResolver } from '@hookform/resolvers/valibot';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import * as v from 'valibot';
import { LANGUAGE } from '../language/language';
import { issueText } from './issueText';
import { loadReasonWords } from './reasonWords';

/** Validates a form by a schema of the contract, whose English messages are replaced by translated reasons. */
export const formResolver = <Input extends FieldValues, Output>(
  schema: v.GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> => {
  const check = valibotResolver(schema);
  if (LANGUAGE === 'en') return check;
  return async (values, context, options) => {
    const result = await check(values, context, options);
    if (Object.keys(result.errors).length === 0) return result;
    await loadReasonWords();
    // As the check above: with 'all', a rule of the whole form is checked even if a field is invalid.
    const { issues = [] } = v.safeParse(schema, values, { abortPipeEarly: options.criteriaMode !== 'all' });
    // The first issue of a field counts.
    const messages = new Map(issues.toReversed().map((issue) => [v.getDotPath(issue), issueText(issue)]));
    const errors = Object.entries(result.errors).map(([name, error]) => {
      const message = messages.get(name);
      return [name, message === undefined ? error : { ...error, message }];
    });
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Input> };
  };
};
