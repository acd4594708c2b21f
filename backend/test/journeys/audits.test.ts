import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/harness.js';

const require = createRequire(import.meta.url);
const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('GraphQL over HTTP', () => {
  it('passes each of the 61 audits of its specification', async () => {
    const audits = serverAudits({ url: `${server.url}/graphql` });
    expect(audits).toHaveLength(61);
    const failures: string[] = [];
    for (const { id, fn } of audits) {
      const result = await fn();
      if (result.status !== 'ok') failures.push(`${id} ${result.name}: ${result.reason}`);
    }
    expect(failures).toEqual([]);
  });

  it('keeps the status of a refused document for all but those who ask for plain JSON alone', async () => {
    const status = async (accept: string | undefined): Promise<number> => {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(accept !== undefined && { accept }) },
        body: JSON.stringify({ query: '{ nothing }' }),
      });
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
      return response.status;
    };
    expect(await status(undefined)).toBe(400);
    expect(await status('*/*')).toBe(400);
    expect(await status('application/graphql-response+json, application/json;q=0.9')).toBe(400);
    expect(await status('application/json')).toBe(200);
    expect(await status('application/json; charset=utf-8, text/plain')).toBe(200);
  });
});

describe('schema.graphql', () => {
  it('breaks no rule of the linter', async () => {
    // all rules apply: the emitted schema is sorted, so descriptions explain the order of enums such as priorities
    const linter = require.resolve('graphql-schema-linter/lib/cli.js');
    const { stdout } = await run(process.execPath, [linter, '--format', 'json', 'schema.graphql'], { cwd: root }).catch(
      (failed: { stdout: string }) => failed,
    );
    const { errors } = JSON.parse(stdout) as { errors: { rule: string; message: string }[] };
    expect(errors.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
  });
});

describe('/api/openapi.json', () => {
  it('breaks no rule of the strict recommendations', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`);
    const source = await response.text();
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });
});
