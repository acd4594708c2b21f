import * as v from 'valibot';
import { colorField } from './projects.js';
import { tagField } from './tasks.js';

/** The color of a tag in a project; null removes it. */
export const setTagColorSchema = v.object({
  name: v.pipe(v.optional(tagField, ''), v.nonEmpty('Name is required')),
  color: v.nullable(colorField),
});

export const tagListSchema = v.object({ colored: v.nullish(v.boolean('colored must be true or false')) });
