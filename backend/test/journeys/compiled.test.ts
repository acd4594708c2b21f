import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import {
  type DefinitionNode,
  getNamedType,
  type GraphQLArgument,
  type GraphQLObjectType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  print,
  separateOperations,
  type TypeNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/api/graphql/schema.js';
import { addMember, newPerson, newProject, newTask } from '../support/client.js';
import { cases, FULL_RUN, TEST_TIMEOUT_MS } from '../support/testDepth.js';
import { documentOf, objectOf } from './fuzz/documents.js';
import { newScene, type Scene } from './fuzz/scene.js';
import { around, seldomExtras } from './fuzz/values.js';
import { startServer, type TestServer } from '../support/harness.js';
import { onlyIf } from '../support/onlyIf.js';

/** An operation is compiled when it is asked for the fifth time. */
const PLAIN_TIMES = 4;

const schema = createSchema();
let server: TestServer;
let scene: Scene;
beforeAll(async () => {
  // both answers are from the same time
  const now = new Date();
  server = await startServer({ now: () => now });
  scene = await newScene(server);
  const guest = await newPerson(server, 'Ines');
  const { id: other } = await newProject(scene.person);
  for (const id of [scene.project, other]) await addMember(scene.person, id, guest);
  for (let n = 0; n < 12; n += 1) {
    const assigneeId = [scene.person.id, guest.id, null][n % 3];
    await newTask(scene.person, n % 2 ? scene.project : other, { assigneeId, dueDate: '2026-12-01T12:00:00Z' });
  }
});
afterAll(() => server.close());

interface Outcome {
  status: number;
  /** The answer as it came, but for errors: several come in the order in which the database answered. */
  rest: string;
  errors: string[];
}

async function ask(query: string, variables: unknown): Promise<Outcome> {
  const { status, text } = await scene.client.graphql(query, variables as Record<string, unknown>);
  const { errors = [] } = JSON.parse(text) as { errors?: object[] };
  const each = errors.map((error) => JSON.stringify(error));
  // a RESYNC is of the moment at which it is asked for
  const rest = text.replace(each.join(), '').replaceAll(/"at":"[^"]*"/g, '"at":""');
  return { status, rest, errors: each.toSorted() };
}

/** Compares the answer of a compiled query with that of an interpreted one. */
function expectSame(compiled: Outcome, plain: Outcome, query: string): void {
  // where a field that cannot be null fails, graphql-js does not wait for the errors of the others
  const errors = plain.rest.includes(':null') ? expect.arrayContaining(plain.errors) : plain.errors;
  expect(compiled, query).toEqual({ ...plain, errors });
}

/** Asks until it is compiled, and once more. */
async function expectSameCompiled(query: string, variables: unknown): Promise<Outcome> {
  const [plain] = await Promise.all(Array.from({ length: PLAIN_TIMES }, () => ask(query, variables)));
  expectSame(await ask(query, variables), plain as Outcome, query);
  return plain as Outcome;
}

/** The client's operations as they are sent: each with the fragments that it needs, without what Apollo's client reads. */
function clientQueries(): string[] {
  const folder = path.resolve(import.meta.dirname, '../../../frontend/src');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const isQuery = (node: DefinitionNode) =>
    node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.QUERY;
  return Object.values(separateOperations(parse(texts.join('\n'))))
    .filter(({ definitions }) => definitions.some(isQuery))
    .map((document) => print(document).replaceAll(' @unmask', ''));
}

/** Something of the type of a variable, which is what `id` says where it is an id. */
function fitting(type: TypeNode, id: string): unknown {
  if (type.kind === Kind.NON_NULL_TYPE) return fitting(type.type, id);
  if (type.kind === Kind.LIST_TYPE) return [fitting(type.type, id)];
  const named = schema.getType(type.name.value);
  if (isEnumType(named)) return named.getValues()[0]?.name;
  return { ID: id, Int: 3, Boolean: true, String: scene.person.email, DateTimeISO: '2026-11-22T12:00:00Z' }[
    type.name.value
  ];
}

function variablesOf(query: string, id: string): Record<string, unknown> {
  const operation = parse(query).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return Object.fromEntries(
    (operation?.variableDefinitions ?? [])
      .filter(({ type, variable }) => type.kind === Kind.NON_NULL_TYPE || variable.name.value === 'first')
      .map(({ type, variable }) => [variable.name.value, fitting(type, id) ?? {}]),
  );
}

/** A document made by choices: any fields in any order, with aliases, fragments, conditions and good and bad arguments. */
function madeOf(choices: number[]): string {
  let at = 0;
  const choose = (many: number): number => (choices[at++ % choices.length] ?? 0) % many;
  const ids = [scene.project, scene.task, scene.person.id, scene.comment, 'none'];
  const CONDITIONS = [
    '',
    '',
    '',
    '',
    ' @include(if: true)',
    ' @skip(if: $no)',
    ' @include(if: $yes)',
    ' @skip(if: true)',
  ];

  const argumentsOf = (args: readonly GraphQLArgument[]): string => {
    const given = args.flatMap(({ name, type }) => {
      const text = String(type);
      if (text === '[ID!]!') return [`${name}: ${JSON.stringify(ids.slice(choose(5), 4))}`];
      if (text.startsWith('ID')) return [`${name}: "${ids[choose(ids.length)]}"`];
      if (name === 'first') return [`first: ${[2, 3, 1, 5, 0, 4, '$few'][choose(7)]}`];
      if (text === 'String!') return [`${name}: "${scene.person.email}"`];
      if (name === 'filter' && choose(3) === 0) return ['filter: { projectId: $project, statuses: [TODO] }'];
      return [];
    });
    return given.length > 0 ? `(${given.join(', ')})` : '';
  };
  const selection = (type: GraphQLObjectType, depth: number): string => {
    const all = Object.values(type.getFields());
    const fields = new Set(Array.from({ length: 2 + choose(5) }, () => all[choose(all.length)]));
    const parts = [...fields].map((field) => {
      const named = getNamedType(field?.type);
      if (!field || (isCompositeType(named) && depth === 0)) return '__typename';
      const possible = isAbstractType(named) ? schema.getPossibleTypes(named) : [];
      const some = possible.map((one) => `... on ${one.name} ${selection(one, depth - 1)}`).slice(choose(5));
      const several = isAbstractType(named) ? ` { __typename ${some.join(' ')} }` : '';
      const inside = isObjectType(named) ? ` ${selection(named, depth - 1)}` : several;
      const alias = choose(8) === 0 ? `other_${field.name}: ` : '';
      const text = `${alias}${field.name}${argumentsOf(field.args)}${CONDITIONS[choose(CONDITIONS.length)]}${inside}`;
      return choose(5) === 0 ? `... on ${type.name}${CONDITIONS[choose(CONDITIONS.length)]} { ${text} }` : text;
    });
    return `{ ${parts.join(' ')} }`;
  };
  const body = selection(schema.getQueryType() as GraphQLObjectType, 4);
  const declared = ['$yes: Boolean! = true', '$no: Boolean! = false', '$few: Int = 2', '$project: ID'];
  const used = declared.filter((text) => body.includes(text.slice(0, text.indexOf(':'))));
  return `query${used.length > 0 ? `(${used.join(', ')})` : ''} ${body}`;
}

describe('compiled and plain execution answer the same bytes', () => {
  it.each(onlyIf(FULL_RUN, 'for every query of the client'))('%s', async () => {
    const queries = clientQueries();
    expect(queries.length).toBeGreaterThan(15);
    let answered = 0;
    for (const query of queries) {
      expect(isCompiledQuery(compileQuery(schema, parse(query))), query).toBe(true);
      for (const id of [scene.project, scene.task]) {
        const variables = variablesOf(query, id);
        const { errors } = await expectSameCompiled(query, variables);
        if (errors.length === 0) answered += 1;
      }
    }
    // most are about a project or a task, and answer one of the two
    expect(answered).toBeGreaterThanOrEqual(queries.length);
  });

  it(
    'for whatever variables the root fields are given',
    async () => {
      expect.hasAssertions();
      const root = schema.getQueryType() as GraphQLObjectType;
      for (const field of Object.values(root.getFields())) {
        const query = documentOf(root, field);
        await expectSameCompiled(query, {});
        const variables = around(objectOf(field.args), scene.ids, seldomExtras);
        await fc.assert(
          fc.asyncProperty(variables, async (given) => {
            // a comment makes it another document, which has not been compiled
            const plain = await ask(`${query} # ${randomUUID()}`, given);
            expectSame(await ask(query, given), plain, query);
          }),
          cases(6),
        );
      }
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'for documents made by chance',
    async () => {
      let answered = 0;
      const runs = cases(20);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(10_000), { minLength: 80, maxLength: 160 }), async (choices) => {
          const query = madeOf(choices);
          const { rest } = await expectSameCompiled(query, { yes: true, no: false, project: scene.project });
          if (rest.includes('"data":{')) answered += 1;
        }),
        { ...runs, endOnFailure: true },
      );
      expect(answered).toBeGreaterThan(runs.numRuns / 3);
    },
    TEST_TIMEOUT_MS,
  );

  it('for fragments that double with each line: too many fields to compile, in few words', async () => {
    const fragments = Array.from({ length: 10 }, (_, n) => `fragment f${n} on Task { ...f${n + 1} ...f${n + 1} }`);
    const query = `{ tasks(first: 2) { nodes { ...f0 } } } ${fragments.join(' ')} fragment f10 on Task { id }`;
    expect((await expectSameCompiled(query, {})).status).toBe(200);
  });
});
