import { GraphQLDateTimeISO } from 'graphql-scalars';
import { getMetadataStorage, ID, Int } from 'type-graphql';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { createTaskSchema, moment } from '../../../contract/tasks.js';
import { idField, newIdField, optionalText, requiredText } from '../../../contract/text.js';
import { optionalFields, versionField } from '../../../contract/write.js';
import { inputOf, schemaOfInput } from './inputOf.js';

/** The fields of an input by name: the GraphQL type, and whether it may be left out. */
function fieldsOf(input: object): Record<string, { type: unknown; nullable: unknown }> {
  const fields = getMetadataStorage().fields.filter(({ target }) => target === input);
  return Object.fromEntries(
    fields.map(({ name, getType, typeOptions }) => {
      // this also finds out whether it is a list
      const type: unknown = getType();
      return [name, { type: typeOptions.array ? [type] : type, nullable: typeOptions.nullable }];
    }),
  );
}

it('takes type and nullability of each field from the contract', () => {
  const input = inputOf('ProbeTypes', {
    ids: { taskId: 'The task.', itemId: { nullable: true, description: 'The item.' } },
    schema: v.object({
      id: newIdField,
      projectId: idField('Project is required'),
      title: requiredText('Title', 10),
      note: optionalText('Note', 10),
      due: v.nullable(moment('Due must be a time')),
      tags: v.nullish(v.array(v.string())),
      version: versionField,
      ...optionalFields({ done: v.boolean() }),
    }),
    descriptions: { id: '', projectId: '', title: '', note: '', due: '', tags: '', version: '', done: '' },
  });
  expect(fieldsOf(input)).toEqual({
    taskId: { type: ID, nullable: undefined },
    itemId: { type: ID, nullable: true },
    id: { type: ID, nullable: true },
    projectId: { type: ID, nullable: false },
    title: { type: String, nullable: false },
    note: { type: String, nullable: true },
    due: { type: GraphQLDateTimeISO, nullable: true },
    tags: { type: [String], nullable: true },
    version: { type: Int, nullable: true },
    done: { type: Boolean, nullable: true },
  });
});

it('refuses a field whose GraphQL type the contract does not determine', () => {
  const schema = v.object({ place: v.object({ x: v.number() }) });
  const input = inputOf('ProbeUnknown', { schema, descriptions: { place: 'Where.' } });
  expect(() => fieldsOf(input)).toThrow('object');
});

it('keeps the schema of a write, which its REST row reads the body by', () => {
  const { title } = createTaskSchema.entries;
  const schema = v.object({ title });
  inputOf('ProbeSchema', { schema, descriptions: { title: 'The title.' } });
  expect(schemaOfInput('probeSchema')).toBe(schema);
  inputOf('ProbeNoSchema', { ids: { id: 'The task.' } });
  expect(schemaOfInput('probeNoSchema')).toBeUndefined();
});
