import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../../src/api/graphql/schema.js';
import { isShareable } from '../../../src/api/graphql/subscriptions.js';
import { isPersonal } from '../../../src/platform/graphql/personal.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../support/client.js';
import { captureLog } from '../../support/capturedLog.js';
import { startServer, type TestServer } from '../../support/harness.js';
import { follow, type Following } from '../../support/socket.js';

const schema = createSchema();
const event = schema.getType('ChangeSet') as GraphQLObjectType;

const fieldsOf = (type: GraphQLObjectType): GraphQLField<unknown, unknown>[] => Object.values(type.getFields());
const typeOf = ({ type }: GraphQLField<unknown, unknown>) => getNamedType(type);

/** All types reachable from an event, with the shortest path of fields that are not personal. */
function reached(): Map<GraphQLObjectType, string[]> {
  const ways = new Map<GraphQLObjectType, string[]>([[event, []]]);
  for (const [type, way] of ways) {
    for (const field of fieldsOf(type)) {
      const next = typeOf(field);
      if (isObjectType(next) && !isPersonal(field) && !ways.has(next)) ways.set(next, [...way, field.name]);
    }
  }
  return ways;
}

/** All plain, impersonal fields of a type, and the ids of its objects. */
function selectionOf(type: GraphQLObjectType): string {
  const selected = fieldsOf(type).filter((field) => !isPersonal(field) && !field.args.some(isRequiredArgument));
  return selected
    .map((field) => {
      const next = typeOf(field);
      return isObjectType(next) ? `${field.name} { __typename }` : field.name;
    })
    .join(' ');
}

const documentOf = (type: GraphQLObjectType, way: readonly string[]): string => {
  const inner = way.reduceRight((selected, name) => `${name} { ${selected} }`, selectionOf(type));
  return `subscription { changes { ${inner} } }`;
};

let server: TestServer;
const { log, lines: logged } = captureLog('error');

beforeAll(async () => {
  server = await startServer({ log });
});
afterAll(() => server.close());

describe('data shared between viewers', () => {
  it('is everything reachable from an event, except personal fields', () => {
    for (const [type, way] of reached()) {
      expect(isShareable(schema, parse(documentOf(type, way))), type.name).toBe(true);
      for (const field of fieldsOf(type).filter(isPersonal)) {
        const asked = isObjectType(typeOf(field)) ? `${field.name} { __typename }` : field.name;
        const document = parse(documentOf(type, way).replace(selectionOf(type), asked));
        expect(isShareable(schema, document), `${type.name}.${field.name}`).toBe(false);
      }
    }
    expect(
      [...reached().keys()]
        .flatMap(fieldsOf)
        .filter(isPersonal)
        .map(({ name }) => name),
    ).toContain('email');
  });

  it.each([
    ['a variable below the root', 'subscription ($flag: Boolean!) { changes { kind @include(if: $flag) } }', false],
    [
      'a personal field in a fragment',
      'subscription { changes { ...E } } fragment E on ChangeSet { actor { email } }',
      false,
    ],
    ['two operations', 'subscription A { changes { kind } } subscription B { changes { kind } }', false],
    ['variables of the root field', 'subscription ($after: [ChangeCursor!]) { changes(after: $after) { kind } }', true],
  ])('of a document with %s', (_what, document, shareable) => {
    expect(isShareable(schema, parse(document))).toBe(shareable);
  });

  it('never depends on the viewer: each unmarked field resolves without one', async () => {
    const [mara, ines] = [await newPerson(server), await newPerson(server, 'Ines')] as [Person, Person];
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, ines, 'OWNER');
    const task = await newTask(mara, projectId, { assigneeId: ines.id });
    const follows = [...reached()].map(([type, way]) =>
      [mara, ines].map(({ client: { token } }) => follow<object>(server, documentOf(type, way), { token })),
    );
    // events of joining a project
    for (const following of follows.flat()) await following.until(1);
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ready?' });
    await mara.client.rest('put', `/projects/${projectId}`, { name: 'Shown to two' });
    await addMember(mara, projectId, await newPerson(server));
    for (const [hers, theirs] of follows as [Following<object>, Following<object>][]) {
      expect((await theirs.until(4)).slice(1)).toEqual((await hers.until(4)).slice(1));
      expect([...hers.errors, ...theirs.errors]).toEqual([]);
    }
    expect(logged).toEqual([]);
  });
});
