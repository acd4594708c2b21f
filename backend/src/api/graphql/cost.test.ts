import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  concatAST,
  type DocumentNode,
  type FragmentDefinitionNode,
  getNullableType,
  getIntrospectionQuery,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
  visit,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/limits.js';
import { Client, newPerson, type Person } from '../../../test/support/client.js';
import { startServer, type TestServer } from '../../../test/support/harness.js';
import { follow } from '../../../test/support/socket.js';
import { costOf } from './cost.js';
import { createSchema } from './schema.js';

const schema = createSchema();
const cost = (query: string, variables?: Record<string, unknown>) =>
  costOf(schema, { document: parse(query), variables });

const FRONTEND = path.resolve(import.meta.dirname, '../../../../frontend/src');

/** The least that a variable of this type takes. */
function sample(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const required = Object.values(nullable.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, sample(field.type)]));
  }
  return { Int: 1, Boolean: true, DateTimeISO: '2026-11-27T17:00:00Z' }[String(nullable)] ?? 'x';
}

/** The required variables of an operation. */
const variablesOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> =>
  Object.fromEntries(
    variableDefinitions
      .filter(({ type }) => type.kind === Kind.NON_NULL_TYPE)
      .map(({ variable, type }) => [variable.name.value, sample(typeFromAST(schema, type) as GraphQLInputType)]),
  );

/** The client's operations, each with the fragments it uses. */
function clientOperations(): { name: string; document: DocumentNode; variables: Record<string, unknown> }[] {
  const files = readdirSync(FRONTEND, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.graphql'),
  );
  const { definitions } = concatAST(files.map((file) => parse(readFileSync(path.join(FRONTEND, file), 'utf8'))));
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const used = (node: Parameters<typeof visit>[0], seen = new Set<FragmentDefinitionNode>()) => {
    visit(node, {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.find((one) => one.name.value === name.value);
        if (!fragment || seen.has(fragment)) return;
        seen.add(fragment);
        used(fragment, seen);
      },
    });
    return [...seen];
  };
  return definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => ({
      name: operation.name?.value ?? '',
      document: { kind: Kind.DOCUMENT, definitions: [operation, ...used(operation)] },
      variables: variablesOf(operation),
    }));
}

describe('the cost of a request', () => {
  it('is one for every object, and nothing for its plain fields', () => {
    expect(cost('{ me { id email firstName } }')).toBe(1);
    expect(cost('{ project(id: "x") { id name } task(id: "y") { id title project { name } } }')).toBe(3);
  });

  it('multiplies the cost of a list item by the requested rows, 50 by default', () => {
    expect(cost('{ tasks(first: 10) { nodes { id } } }')).toBe(11);
    expect(cost('{ tasks { nodes { id project { name } } } }')).toBe(101);
    expect(
      cost('query($n: Int) { tasks(first: $n) { edges { node { id } } pageInfo { hasNextPage } } }', { n: 20 }),
    ).toBe(41);
    expect(cost('{ projects(first: 10) { nodes { members(first: 20) { nodes { user { id } } } } } }')).toBe(421);
  });

  it('multiplies by the rows from the end alike, and by the ids that are named, whatever they are', () => {
    const last = 'query($n: Int) { tasks(last: $n) { nodes { id } } }';
    expect([5, 50, 5].map((n) => cost(last, { n }))).toEqual([6, 51, 6]);
    const nodes = 'query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Task { project { name } } } }';
    expect([3, 1, 3].map((many) => cost(nodes, { ids: Array<string>(many).fill('x') }))).toEqual([6, 2, 6]);
    // a search is made for each project
    expect(cost('{ projects(first: 3) { nodes { tasks(first: 2, filter: { search: "a" }) { nodes { id } } } } }')).toBe(
      613,
    );
  });

  it('counts a search, a count of all rows and figures as what they go through', () => {
    expect(cost('{ tasks(first: 10, filter: { search: "a" }) { nodes { id } } }')).toBe(211);
    expect(cost('{ tasks(first: 10, filter: { search: " " }) { nodes { id } } }')).toBe(11);
    expect(cost('{ tasks(first: 100) { totalCount } }')).toBe(26);
    expect(cost('{ tasks(first: 10) { a: totalCount b: totalCount nodes { id } } }')).toBe(61);
    expect(cost('{ tasks(first: 1, filter: { search: "a" }) { totalCount } }')).toBe(401);
    // a tag is looked for in all tasks
    expect(cost('{ tasks(first: 1, filter: { tag: "absent" }) { totalCount } }')).toBe(201);
    const byTag = 'query($f: TaskFilter) { tasks(first: 1, filter: $f) { totalCount nodes { id } } }';
    expect([{ tag: 'a' }, {}, { tag: 'a' }].map((f) => cost(byTag, { f }))).toEqual([202, 27, 202]);
    expect(cost('{ tasks(first: 1, filter: { tags: ["a"] }) { totalCount } }')).toBe(26);
    expect(cost('{ tasks(first: 10) { nodes { comments(first: 5) { totalCount nodes { id } } } } }')).toBe(81);
    expect(cost('{ project(id: "x") { activity(first: 1) { totalCount } } }')).toBe(502);
    expect(cost('{ dashboardStats { totalTasks changes { total } } }')).toBe(100);
    expect(cost('{ analytics(from: "x", to: "x") { flow { day } byPerson { user { name } } } }')).toBe(500);
    expect(cost('{ activity(first: 1) { totalCount nodes { project { name } } } }')).toBe(503);
    const searches = Array.from(
      { length: 15 },
      (_, n) => `a${n}: tasks(first: 1, filter: { search: "a" }) { totalCount }`,
    );
    expect(cost(`{ ${searches.join(' ')} }`)).toBeGreaterThan(LIMITS.queryCost);
  });

  it('counts a search of groups and of accounts like that of a list', () => {
    expect(cost('{ taskGroups(groupBy: STATUS) { key count } }')).toBe(100);
    expect(cost('{ taskGroups(groupBy: STATUS, filter: { search: "a" }) { key count } }')).toBe(300);
    const groups = 'query($f: TaskFilter) { taskGroups(groupBy: STATUS, filter: $f) { key } }';
    expect([{ search: 'a' }, {}, { search: 'a' }].map((f) => cost(groups, { f }))).toEqual([300, 100, 300]);
    expect(cost('{ accounts(first: 10, search: "a") { nodes { id } } }')).toBe(211);
    expect(cost('{ accounts(first: 1, search: "a") { totalCount } }')).toBe(401);
    const document = parse('query($q: String) { accounts(first: 10, search: $q) { nodes { id } } }');
    const costs = ['a', '', null, 'b'].map((q) => costOf(schema, { document, variables: { q } }));
    expect(costs).toEqual([211, 11, 11, 211]);
  });

  it('finds a search in variables at any depth', () => {
    const whole = parse('query($f: TaskFilter) { tasks(first: 10, filter: $f) { nodes { id } } }');
    const part = parse('query($q: String) { tasks(first: 10, filter: { search: $q }) { nodes { id } } }');
    const asked = [
      [whole, { f: { search: 'a' } }],
      [whole, { f: { overdue: true } }],
      [whole, {}],
      [part, { q: 'a' }],
      [part, { q: '' }],
      [part, { q: 'b' }],
    ] as const;
    const costs = asked.map(([document, variables]) => costOf(schema, { document, variables }));
    expect(costs).toEqual([211, 11, 11, 211, 11, 211]);
  });

  it('counts at most the maximum length of a list', () => {
    expect(cost('{ tasks(first: 1000000) { nodes { id } } }')).toBe(1 + LIMITS.pageMax);
    expect(cost('{ tasks(first: -5) { nodes { id } } }')).toBe(2);
  });

  it('depends on the variables of each request, also for a cached document', () => {
    const document = parse(
      'query($n: Int, $more: Boolean!) { tasks(first: $n) { nodes { id project @include(if: $more) { id } } } }',
    );
    const costs = [
      [10, true],
      [10, false],
      [20, true],
      [10, true],
      [null, false],
    ].map(([n, more]) => costOf(schema, { document, variables: { n, more } }));
    expect(costs).toEqual([21, 11, 41, 21, 51]);
    expect(() => costOf(schema, { document, variables: { n: 10 } })).toThrow(/Variable "\$more"/);
  });

  it('counts the default of a variable that is not given', () => {
    const document = parse('query($n: Int = 100) { tasks(first: $n) { nodes { id } } }');
    expect([{ n: null }, {}].map((variables) => costOf(schema, { document, variables }))).toEqual([51, 101]);
  });

  it('counts a write ten', () => {
    expect(cost('mutation { logout { userId } }')).toBe(10);
    expect(cost('{ __typename }')).toBe(0);
  });

  it('counts introspection as a large answer, each time it is selected', () => {
    expect(cost('{ __schema { types { name fields { name type { name ofType { name } } } } } }')).toBe(200);
    expect(cost('{ __type(name: "Task") { fields { args { name } } } }')).toBe(25);
    // what tools ask for, with all that there is to know
    const whole = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, oneOf: true });
    expect(cost(whole)).toBe(1200);
    const often = (field: string) => Array.from({ length: 15 }, (_, n) => `a${n}: ${field}`).join(' ');
    expect(
      cost(`{ ${often('__schema { ...S }')} } fragment S on __Schema { types { fields { name args { name } } } }`),
    ).toBe(7500);
    expect(cost(`{ __schema { ${often('types { ...T }')} } } fragment T on __Type { fields { args { name } } }`)).toBe(
      7500,
    );
    expect(cost(`{ __schema { types { ${often('fields { args { name } }')} } } }`)).toBe(6100);
  });

  it('is not reported for invalid variables, because nothing is executed', () => {
    const query = 'query($n: Int!) { tasks(first: $n) { nodes { id } } }';
    for (const n of [10, undefined, 'many', 10]) {
      if (typeof n === 'number') expect(cost(query, { n })).toBe(11);
      else expect(() => cost(query, { n })).toThrow(/Variable "\$n"/);
    }
  });

  it('is far below the limit for everything the client itself asks', () => {
    const costs = Object.fromEntries(
      clientOperations().map(({ name, document, variables }) => [name, costOf(schema, { document, variables })]),
    );
    expect(costs).toHaveProperty('Board');
    expect(costs).toHaveProperty('CreateTask');
    const tooMuch = Object.entries(costs).filter(([, each]) => each === undefined || each > LIMITS.queryCost * 0.6);
    expect(tooMuch).toEqual([]);
  });
});

describe('a server', () => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await startServer();
    person = await newPerson(server);
  });
  afterAll(() => server.close());

  it('reports the cost with every answer', async () => {
    const { text } = await person.client.graphql('{ tasks(first: 10) { nodes { id } } }');
    expect(JSON.parse(text)).toEqual({
      data: { tasks: { nodes: [] } },
      extensions: { cost: { requested: 11, maximum: 2000 } },
    });
  });

  it('refuses what costs too much before anything runs', async () => {
    const before = server.asked.length;
    const { status, errors, data } = await person.client.graphql(
      '{ projects(first: 100) { nodes { members(first: 100) { nodes { user { id } } } } } }',
    );
    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors?.[0]).toEqual({
      message: 'The request costs 20201, more than 2000: ask for fewer objects at once',
      extensions: { code: 'BAD_REQUEST', cost: { requested: 20_201, maximum: 2000 } },
    });
    // the sign-in alone was looked up
    expect(server.asked.length - before).toBeLessThanOrEqual(1);
  });

  it('says in GraphQL’s own words which variable does not fit', async () => {
    const { status, errors } = await person.client.graphql('query($n: Int!) { tasks(first: $n) { nodes { id } } }', {
      n: 'many',
    });
    expect(status).toBe(400);
    expect(errors?.[0]?.message).toMatch(/Variable "\$n" got invalid value/);
  });

  it('refuses it over a socket too', async () => {
    const inner = 'task { project { members(first: 100) { nodes { user { id } } } } }';
    const following = await refused(`subscription { changes { changes { ${inner} } } }`);
    expect(following.errors[0]).toMatchObject({ extensions: { code: 'BAD_REQUEST', cost: { maximum: 2000 } } });
    await following.stop();
  });

  it('says so over a socket, of a thousand wrong values once', async () => {
    const wrong = { after: Array.from({ length: 1000 }, () => ({ where: 'x' })) };
    const following = await refused('subscription($after: [ChangeCursor!]) { changes(after: $after) { kind } }', wrong);
    expect(following.errors[0]?.message).toMatch(/Variable "\$after" got invalid value/);
    expect(following.errors[0]).toMatchObject({ extensions: { code: 'BAD_REQUEST' } });
    await following.stop();
  });

  async function refused(query: string, variables = {}) {
    const following = follow(server, query, { token: person.client.token, variables });
    await expect.poll(() => following.errors.length).toBe(1);
    return following;
  }

  it('lets GraphQL tooling read the schema', async () => {
    const { data } = await new Client(server).graphql(
      '{ __schema { queryType { name } types { kind name fields { name args { name type { name ofType { name } } } } } } }',
    );
    expect(data.__schema.queryType.name).toBe('Query');
  });
});
