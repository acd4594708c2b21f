import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType, printSchema } from 'graphql';
import { expect, it } from 'vitest';
import { createSchema } from '../../src/api/graphql/schema.js';
import { deprecationOf } from '../../src/api/rest/deprecation.js';
import { openApiDocument } from '../../src/api/rest/openapi.js';
import { createRestRouter } from '../../src/api/rest/router.js';
import { routes } from '../../src/api/rest/routes.js';

const DAY_MS = 24 * 3_600_000;
const schema = createSchema();

it('whatever is deprecated says what to use instead, since when, and that it stays for 180 days', () => {
  const all = Object.values(schema.getTypeMap()).flatMap((type): readonly { deprecationReason?: string | null }[] => {
    if (isEnumType(type)) return type.getValues();
    if (isInputObjectType(type)) return Object.values(type.getFields());
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => [field, ...field.args]);
  });
  expect(all.length).toBeGreaterThan(400);
  const reasons = all.flatMap(({ deprecationReason }) => deprecationReason ?? []);
  for (const reason of reasons) {
    const { since, until } = deprecationOf(reason);
    expect(until.getTime() - since.getTime(), reason).toBeGreaterThanOrEqual(180 * DAY_MS);
  }
  expect(() => deprecationOf('No longer supported')).toThrow('a deprecation is written otherwise');
});

it('a deprecated call, field and input is so in the OpenAPI document, and the call in the headers of its answers', async () => {
  const reason = 'Use `other`. Since 0.4.0 (2026-12-01), goes after 2027-06-01 at the earliest.';
  // another one with the same words
  const aged = buildSchema(printSchema(schema));
  const { tasks } = aged.getQueryType()?.getFields() ?? {};
  const [task, filter] = [aged.getType('Task'), aged.getType('TaskFilter')];
  const parts = [
    tasks,
    isObjectType(task) ? task.getFields()['rank'] : undefined,
    isInputObjectType(filter) ? filter.getFields()['involving'] : undefined,
  ];
  for (const part of parts) Object.assign(part as object, { deprecationReason: reason });

  const document = openApiDocument('Cairn', routes, aged) as {
    paths: Record<
      string,
      Record<string, { deprecated?: true; description: string; parameters: { name: string; description: string }[] }>
    >;
    components: { schemas: Record<string, { properties: Record<string, { deprecated?: true; description: string }> }> };
  };
  const list = document.paths['/tasks']?.['get'];
  expect([list?.deprecated, list?.description.endsWith(` ${reason}`)]).toEqual([true, true]);
  expect(list?.parameters.find(({ name }) => name === 'involving')?.description).toContain(` ${reason}`);
  expect(document.components.schemas['Task']?.properties['rank']).toMatchObject({ deprecated: true });
  expect(document.paths['/projects']?.['get']?.deprecated).toBeUndefined();

  const nobody = () => Promise.reject(new Error('nobody is asked'));
  const app = express().use(createRestRouter(nobody, aged));
  app.use(((_error, _request, response, _next) => void response.status(500).end()) as express.ErrorRequestHandler);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const headersOf = async (url: string) => {
      const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${url}`);
      return [headers.get('deprecation'), headers.get('sunset')];
    };
    expect(await headersOf('/tasks')).toEqual(['@1796083200', 'Tue, 01 Jun 2027 00:00:00 GMT']);
    expect(await headersOf('/projects')).toEqual([null, null]);
  } finally {
    server.close();
  }
});
