import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createSchema } from '../../src/api/graphql/schema.js';
import { openApiDocument } from '../../src/api/rest/openapi.js';
import {
  findVersionError,
  listAnnouncedBreaks,
  RELEASED,
  releasedChangelog,
  sectionOf,
} from '../../src/api/rest/release.js';
import { routes } from '../../src/api/rest/routes.js';
import type { Schema } from '../support/jsonSchemaCheck.js';
import { openApiBreaks } from '../support/openApiBreaks.js';

const read = (file: string) => readFileSync(file, 'utf8');
const changelog = read('CHANGELOG.md');
const schemaText = read('schema.graphql');
const present = () => JSON.parse(JSON.stringify(openApiDocument('Cairn', routes, createSchema()))) as Schema;
const released = JSON.parse(read(path.join(RELEASED, 'openapi.json'))) as Schema & { info: { version: string } };

/** What a library finds that it takes for a mere danger, and a program would fail by. */
const GRAVE = new Set([
  'FIELD_ARGUMENT_DEFAULT_CHANGED',
  'INPUT_FIELD_DEFAULT_VALUE_CHANGED',
  'DIRECTIVE_USAGE_FIELD_DEFINITION_REMOVED',
]);

async function graphqlBreaks(before: string, after: string): Promise<string[]> {
  const changes = await diff(buildSchema(before), buildSchema(after));
  return changes
    .filter(({ criticality: { level }, type }) => level === CriticalityLevel.Breaking || GRAVE.has(type))
    .map(({ message }) => `GraphQL: ${message.replaceAll('`', "'")}`);
}

const restBreaks = (before: Schema, after: Schema) => openApiBreaks(before, after).map((found) => `REST: ${found}`);

describe('against the last release', () => {
  it('no client breaks, except by a decision in the changelog', async () => {
    const found = [
      ...(await graphqlBreaks(read(path.join(RELEASED, 'schema.graphql')), schemaText)),
      ...restBreaks(released, present()),
    ];
    const decided = listAnnouncedBreaks(sectionOf(changelog, 'Unreleased'));
    expect(
      found.filter((one) => !decided.includes(one)),
      'This breaks programs written for the last release. Mend it, or decide it: CHANGELOG.md says how',
    ).toEqual([]);
    expect(
      decided.filter((one) => !found.includes(one)),
      'CHANGELOG.md tells of breaks that are none',
    ).toEqual([]);
  });

  it('package, changelog and what was promised are of one version', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const [last] = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/gm)].map(([, found]) => found);
    expect({ last, promised: released.info.version }).toEqual({ last: version, promised: version });
  });
});

describe('the comparison of schemas', () => {
  const before = `
    directive @semanticNonNull on FIELD_DEFINITION
    enum Priority { LOW HIGH }
    input TaskInput { title: String! size: Int = 1 }
    type Task { id: ID! title: String! priority: Priority! }
    type Query { task(id: ID, size: Int = 1): Task @semanticNonNull tasks: [Task!] @semanticNonNull }`;

  it('finds removed fields and values, new required inputs, changed defaults, and outputs that can be null', async () => {
    const after = `
      directive @semanticNonNull on FIELD_DEFINITION
      enum Priority { LOW }
      input TaskInput { title: String! size: Int = 2 due: String! }
      type Task { id: ID! priority: Priority }
      type Query { task(id: ID!, size: Int = 2): Task tasks: [Task!] @semanticNonNull }`;
    expect(await graphqlBreaks(before, after)).toEqual([
      "GraphQL: Enum value 'HIGH' was removed from enum 'Priority'",
      "GraphQL: Input field 'due' of type 'String!' was added to input object type 'TaskInput'",
      "GraphQL: Input field 'TaskInput.size' default value changed from '1' to '2'",
      "GraphQL: Field 'title' was removed from object type 'Task'",
      "GraphQL: Field 'Task.priority' changed type from 'Priority!' to 'Priority'",
      "GraphQL: Type for argument 'id' on field 'Query.task' changed from 'ID' to 'ID!'",
      "GraphQL: Default value for argument 'size' on field 'Query.task' changed from '1' to '2'",
      "GraphQL: Directive 'semanticNonNull' was removed from field 'Query.task'",
    ]);
  });

  it('does not count additions as breaks', async () => {
    const after = `
      directive @semanticNonNull on FIELD_DEFINITION
      enum Priority { LOW MIDDLE HIGH }
      input TaskInput { title: String size: Int = 1 due: String }
      type Task { id: ID! title: String! priority: Priority! due: String @deprecated(reason: "Use \`title\`.") }
      type Query { task(id: ID, size: Int = 1, due: String): Task @semanticNonNull tasks: [Task!] @semanticNonNull }
      type Mutation { create(input: TaskInput!): Task }`;
    expect(await graphqlBreaks(before, after)).toEqual([]);
  });
});

describe('the comparison of OpenAPI documents', () => {
  interface Editable extends Schema {
    paths: Record<
      string,
      Record<string, { parameters: Schema[]; responses: Schema; 'x-program': string; security: unknown[] }>
    >;
    components: { schemas: Record<string, { properties: Record<string, Schema>; required: string[] }> };
  }
  const edited = (edit: (document: Editable) => void): Schema => {
    const document = present() as Editable;
    edit(document);
    return document;
  };

  it('finds each breaking change once', () => {
    const after = edited(({ paths, components: { schemas } }) => {
      const { Task, CreateTaskBody: body } = schemas;
      delete paths['/tasks/{id}/history'];
      delete paths['/tasks']?.['post']?.responses['201'];
      const { parameters = [] } = paths['/tasks']?.['get'] ?? {};
      parameters.splice(0, 1);
      Object.assign(parameters[0] ?? {}, { required: true });
      Object.assign(paths['/projects']?.['get'] ?? {}, { 'x-program': 'never' });
      Object.assign(paths['/auth/login']?.['post'] ?? {}, { security: [{ bearer: [] }] });
      if (!Task || !body) throw new Error('no such schema');
      delete Task.properties['tags'];
      Task.properties['title'] = { type: 'integer' };
      Task.required = Task.required.filter((name) => name !== 'rank');
      Task.properties['status'] = { anyOf: [Task.properties['status'], { type: 'null' }] };
      body.required.push('description');
      delete body.properties['dueDate'];
      Object.assign(body.properties['title'] ?? {}, { maxLength: 100 });
      Object.assign(body.properties['priority'] ?? {}, { enum: ['LOW', 'MEDIUM', 'HIGH'] });
    });
    expect(openApiBreaks(present(), after)).toEqual([
      'POST /auth/login takes a sign-in now',
      'GET /projects: x-program is never, was read',
      'GET /tasks: query projectId is gone',
      'GET /tasks: query projectIds is required now',
      'answered Task.title may be integer now',
      'answered Task.status may be null now',
      'answered Task.tags is gone',
      'answered Task.rank may be absent now',
      'CreateTaskBody.title: maxLength is 100, was 200',
      'CreateTaskBody.priority takes no URGENT',
      'CreateTaskBody.dueDate is gone',
      'CreateTaskBody.description is required now',
      'POST /tasks answers no 201 any more',
      'GET /tasks/{id}/history is gone',
    ]);
  });

  it('does not count additions and wider inputs as breaks', () => {
    const after = edited(({ paths, components: { schemas } }) => {
      const { Task, CreateTaskBody: body } = schemas;
      paths['/weather'] = paths['/tasks'] ?? {};
      paths['/tasks']?.['get']?.parameters.push({ name: 'weather', in: 'query', schema: { type: 'string' } });
      Object.assign(paths['/projects']?.['post'] ?? {}, { 'x-program': 'read' });
      if (!Task || !body) throw new Error('no such schema');
      Task.properties['weather'] = { type: 'string' };
      Task.required.push('weather');
      Object.assign(Task.properties['status'] ?? {}, { enum: ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE', 'PARKED'] });
      body.properties['weather'] = { type: 'string' };
      body.required = ['title'];
      Object.assign(body.properties['title'] ?? {}, { maxLength: 300 });
      Object.assign(body.properties['priority'] ?? {}, { enum: ['LOW', 'MEDIUM', 'HIGH', 'URGENT', 'VITAL'] });
    });
    expect(openApiBreaks(present(), after)).toEqual([]);
  });
});

describe('a release', () => {
  const text =
    '# Changelog\n\n## [Unreleased]\n\n### Breaking\n\n- Gone: `REST: a` and `GraphQL: b`.\n\n### Added\n\n- `REST: c`.\n\n## [0.3.0] - 2026-11-22\n\n- Old.\n';

  it('moves the unreleased changes under its number, which announces breaks', () => {
    const done = releasedChangelog(text, '0.4.0', '2026-12-01');
    expect(listAnnouncedBreaks(sectionOf(text, 'Unreleased'))).toEqual(['REST: a', 'GraphQL: b']);
    expect(sectionOf(done, 'Unreleased')).toBe('');
    expect(sectionOf(done, '0.4.0')).toBe(sectionOf(text, 'Unreleased'));
    expect(sectionOf(done, '0.3.0')).toBe('- Old.');
    expect(() => releasedChangelog(done, '0.5.0', '2026-12-02')).toThrow('nothing under Unreleased');
    const refusals = (['0.3.1', '0.4.0', '1.0.0', '0.3.0', '0.2.9', 'next'] as const).map((version) =>
      findVersionError(version, '0.3.0', true),
    );
    expect(refusals.map((refusal) => refusal === null)).toEqual([false, true, true, false, false, false]);
    expect(findVersionError('0.3.1', '0.3.0', false)).toBeNull();
    expect(findVersionError('1.3.0', '1.2.9', true)).toContain('a new first number');
  });
});
