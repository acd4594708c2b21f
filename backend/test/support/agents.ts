import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { newProgram } from './apiToken.js';
import type { Person } from './client.js';
import type { TestServer } from './harness.js';

/** `legacy` is the revision before the latest one. */
export type ProtocolEra = 'auto' | 'legacy';

/** Agents of a test, by the library that agents use. */
export class Agents {
  #open: Client[] = [];
  constructor(private readonly server: () => Pick<TestServer, 'url'>) {}

  /** An agent with a token of its own. */
  connect = async (by: Person, fields: object = {}, era: ProtocolEra = 'auto'): Promise<Client> => {
    const { client: program } = await newProgram(by, { scope: 'WRITE', ...fields });
    return this.connectWith(program.token ?? '', era);
  };

  connectWith = async (token: string, era: ProtocolEra = 'auto'): Promise<Client> => {
    const client = new Client({ name: 'assistant', version: '1.0.0' }, { versionNegotiation: { mode: era } });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${this.server().url}/mcp`), { requestInit: { headers } }),
    );
    this.#open.push(client);
    return client;
  };

  async close(): Promise<void> {
    await Promise.all(this.#open.map((client) => client.close()));
    this.#open = [];
  }
}

// answers have any shape
export type Answer = any; // oxlint-disable-line typescript/no-explicit-any

/** Returns the first text of an answer, which is JSON. */
const jsonIn = (content: readonly unknown[]): Answer => JSON.parse((content[0] as { text: string }).text);

/** Calls a tool and returns its structured answer, which is in a text, too. */
export async function callTool(agent: Client, name: string, input: Record<string, unknown> = {}): Promise<Answer> {
  const result = await agent.callTool({ name, arguments: input });
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
  expect(jsonIn(result.content)).toEqual(result.structuredContent);
  return result.structuredContent;
}

/** Calls a tool that refuses, and returns why, which is JSON in its text. */
export async function callRefused(agent: Client, name: string, input: Record<string, unknown> = {}): Promise<Answer> {
  const { isError, content } = await agent.callTool({ name, arguments: input });
  expect(isError).toBe(true);
  return jsonIn(content);
}
