import { type StandardJsonSchema, toStandardJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import { parse } from '../platform/lib/parse.js';
import type { Context } from '../request/context.js';

/** The effect of a tool, from which its annotations for clients follow (MCP, `ToolAnnotations`). */
export type ToolUse = 'read' | 'write' | 'destructive';

interface ToolFacts {
  name: string;
  title: string;
  /** Says when to use it. */
  description: string;
  use: ToolUse;
}

/** The answer of a tool: structured data, and one line for people. */
interface ToolAnswer<Answer> {
  answer: Answer;
  text: string;
}

/** A tool for agents, as the server registers it. */
export interface Tool extends ToolFacts {
  input: StandardJsonSchema<unknown, unknown>;
  output: StandardJsonSchema<unknown, unknown>;
  run: (ctx: Context, input: unknown) => Promise<ToolAnswer<unknown>>;
}

interface DeclaredTool<Input extends GenericSchema, Output extends GenericSchema> extends ToolFacts {
  input: Input;
  output: Output;
  run: (ctx: Context, input: InferOutput<Input>) => Promise<ToolAnswer<InferInput<Output>>>;
}

/**
 * Describes an input to clients without checking it, which `tool` does: the library would list every issue of the input, and
 * not in the form of other refusals.
 */
function describeInput(schema: GenericSchema): StandardJsonSchema<unknown, unknown> {
  const { '~standard': standard } = toStandardJsonSchema(schema);
  return { '~standard': { ...standard, validate: (value) => ({ value }) } };
}

/** Declares a tool. Its schemas are its contract: the types of its input and its answer follow from them. */
export const tool = <Input extends GenericSchema, Output extends GenericSchema>({
  input,
  output,
  run,
  ...facts
}: DeclaredTool<Input, Output>): Tool => ({
  ...facts,
  input: describeInput(input),
  output: toStandardJsonSchema(output),
  run: (ctx, given) => run(ctx, parse(input, given)),
});
