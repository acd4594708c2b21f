import type { ApolloCache, TypedDocumentNode } from '@apollo/client';
import type { CurrentUserFragment } from '../../features/account/session/CurrentUser.generated';
import type { Effect, Input } from './queue';

/** Whose write it is, and when it was made. */
export interface Made {
  me: CurrentUserFragment;
  at: string;
}

/** A write that may wait on the device: what it does, what is seen of it before its answer, and what its answer means. */
export interface Operation<Data, In extends object> {
  document: TypedDocumentNode<Data, { input: In }>;
  effect: (input: In) => Effect;
  /** What it is about, as people call it. */
  title: (cache: ApolloCache, input: In) => string;
  /** In words. */
  words: (input: In, title: string) => string;
  /** Shows it, on the layer that is being made. */
  show: (layer: ApolloCache, input: In, made: Made) => void;
  /** Brings its answer into the lists; the objects in it are in the cache. */
  answer: (cache: ApolloCache, data: Data) => void;
  /** The versions that objects have by it, where later writes could name them. */
  versions?: (data: Data, cache: ApolloCache) => Record<string, number>;
  /** Where its object is gone already, there is nothing left to be done. */
  isDoneWhenGone?: boolean;
  /** The field with the text that its author can put into other words when it is refused. */
  text?: (input: In) => (keyof In & string) | undefined;
}

/** Any of them, as the queue takes it: the input is what was kept under the operation's name. */
export type AnyOperation = Operation<unknown, Input>;

/** Takes a write with its own types among all others. */
export const operation = <Data, In extends object>(own: Operation<Data, In>): AnyOperation =>
  own as unknown as AnyOperation;
