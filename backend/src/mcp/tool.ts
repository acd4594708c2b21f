import type { GenericSchema, InferOutput } from 'valibot';
import type { Context } from '../request/context.js';

/** What a tool does, as its annotations tell clients (MCP, `ToolAnnotations`). */
export type ToolUse = 'read' | 'write' | 'destructive';

/** A tool for agents. Its schemas are the contract; the description says when to use it. */
export interface Tool<Input extends GenericSchema = GenericSchema, Output extends GenericSchema = GenericSchema> {
  name: string;
  title: string;
  description: string;
  use: ToolUse;
  input: Input;
  output: Output;
  /** Returns the structured answer, and one line for people. */
  run: (ctx: Context, input: InferOutput<Input>) => Promise<{ answer: InferOutput<Output>; text: string }>;
}

/** Declares a tool; the types of its input and answer follow from its schemas. */
export const tool = <Input extends GenericSchema, Output extends GenericSchema>(declared: Tool<Input, Output>): Tool =>
  declared as unknown as Tool;
